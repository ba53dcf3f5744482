import { existsSync, readFileSync } from 'node:fs';
import { CommandFailure } from '../command-line/run-command.ts';

/** Reads what a local stack wrote to its services.json. Throws CommandFailure when there is no such file. */
export function readServices<T>(file: string): T {
  if (!existsSync(file)) throw new CommandFailure(`${file} does not exist: start the local stack first (npm start).`);
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
