/**
 * Names file and line of every place in a stack that a deployed function logged. Run it on the commit that is deployed:
 *
 *     node bin/read-stack.ts cards.load < line-of-the-log.txt
 */
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';

import { buildFunctions } from '#infra/build/build-functions.ts';
import { definition } from '#infra/definition/index.ts';
import { required } from './command-line/arguments.ts';
import { text } from './command-line/kinds.ts';
import { CommandFailure, runCommand } from './command-line/run-command.ts';
import { resolveStack } from './stack-trace/resolve-stack.ts';

/** The function that a person means: by its id, or by the name that it has on AWS. */
export function functionNamed(name: string): (typeof definition.functions)[number] {
  const plain = (id: string): string => id.replaceAll('.', '-');
  const wanted = plain(name.replace(/^(\/aws\/lambda\/)?satchel-(dev|staging|prod)-/, ''));
  const found = definition.functions.find(({ id }) => plain(id) === wanted);
  if (!found) throw new CommandFailure(`There is no function ${name}: the field “function” of a line names it.`);
  return found;
}

await runCommand(
  import.meta,
  {
    summary: 'Reads a stack of a deployed function, or a line of its log, and prints it with files and lines.',
    positionals: { function: required(text, 'its id or its name on AWS: cards.load, satchel-prod-cards-load') },
  },
  async ({ function: name }) => {
    const fn = functionNamed(name);
    const { folderOf } = await buildFunctions({ functions: [fn] }, { isMapped: true });
    console.log(resolveStack(await textOf(process.stdin), path.join(folderOf(fn.id), 'index.mjs.map')));
  },
);
