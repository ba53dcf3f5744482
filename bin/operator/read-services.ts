import { readFileSync } from 'node:fs';
import { file } from '../command-line/kinds.ts';
import { CommandFailure } from '../command-line/run-command.ts';

/** Reads what a local stack wrote to its services.json. Throws CommandFailure when there is no such file, or another one. */
export function readServices<T>(name: string): T {
  if (file.read(name) === undefined)
    throw new CommandFailure(`${name} does not exist: start the local stack first (npm start).`);
  try {
    return JSON.parse(readFileSync(name, 'utf8')) as T;
  } catch (thrown) {
    throw new CommandFailure(`${name} is no file of a local stack, such as .local/services.json.`, { cause: thrown });
  }
}
