import { createInterface } from 'node:readline/promises';

import { CommandFailure } from '../command-line/run-command.ts';

/** Asks the person at the terminal to type a word; true when they did. Throws CommandFailure without a terminal. */
export async function confirmOnTerminal(word: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new CommandFailure('Nobody is here to confirm it: give --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(`Type ${word} to go on: `)).trim() === word;
  } finally {
    terminal.close();
  }
}
