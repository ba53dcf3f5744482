import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';

import { flag } from './arguments.ts';

/** The page that holds the last result of every command that measures. */
export const figuresFile = path.resolve(import.meta.dirname, '../FIGURES.md');

/** Every row of the page that a command writes, by the text of its first cell. */
export const figureNames = [
  'All checks',
  'Simulated lives',
  'Faults, one by one',
  'Simulated table against the engines',
  'Webhooks in any order',
  'Wrong requests',
  'Soak with kills',
  'Seeded defects',
  'Seeded faults elsewhere',
  'Mutants',
  'Lighthouse',
  'Interactions at a quarter of the CPU',
  'Admin pages with many accounts',
  'Starts over the floor',
  'Warm answers over their bare calls',
  'A load against a peer',
] as const;

/** The name of a row. */
export type FigureName = (typeof figureNames)[number];

/** One result: the command, its outcome, the time and the machine. */
export type Figure = {
  readonly name: FigureName;
  /** The call, as a person types it. */
  readonly command: string;
  readonly result: string;
  /** The day and the machine: `2026-11-22, 2 cores`. */
  readonly measured: string;
};

/** The option of a command that measures: its result goes to the page. */
export const recordOption = flag('writes the result to bin/FIGURES.md');

/**
 * Replaces the row of a figure and returns the new page. Every other line stays as it is. Throws when the page has no row
 * of this name.
 */
export function withFigure(page: string, { name, command, result, measured }: Figure): string {
  const row = `| ${[name, `\`${command}\``, result, measured].map(cellOf).join(' | ')} |`;
  const lines = page.split('\n');
  const index = lines.findIndex((line) => line.startsWith(`| ${name} |`));
  if (index === -1) throw new Error(`bin/FIGURES.md has no row “${name}”`);
  return lines.with(index, row).join('\n');
}

/** Writes the result of the running command to bin/FIGURES.md. */
export function recordFigure(name: FigureName, result: string): void {
  const measured = `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores`;
  const figure = { name, command: commandOf(process.argv), result, measured };
  writeFileSync(figuresFile, withFigure(readFileSync(figuresFile, 'utf8'), figure));
}

/** Returns the command line of a process without `--record`, which does not change the measurement. */
export function commandOf([, script = '', ...args]: readonly string[]): string {
  const given = args.filter((each) => each !== '--record');
  return ['node', `bin/${path.basename(script)}`, ...given].join(' ');
}

/** Fits a text into a cell of the table: one line, and no bar that would begin another cell. */
function cellOf(text: string): string {
  return text
    .replaceAll(/\s*\n\s*/g, '; ')
    .replaceAll('|', '\\|')
    .trim();
}
