/**
 * Measures the functions against a floor, in CPU time. `node bin/bench.ts init` compares starts with a function that
 * has only the two AWS clients, `warm` compares replies with the bare table calls that they make, and `load` compares a
 * card load with its bare calls and with a peer of Fastify and PostgreSQL. Both sides run by turns, so that other work
 * on the machine falls on both; the first quartiles are compared. `pages` measures the pages of the stack of `.local`
 * against their budgets, `month` the cost of a month of active people at the table.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { measureAnswers } from '#test/bench/measure-answers.ts';
import { measureLoads } from '#test/bench/measure-loads.ts';
import { measureStarts } from '#test/bench/measure-starts.ts';
import type { Quartiles } from '#test/bench/quartiles.ts';
import { required, withDefault } from './command-line/arguments.ts';
import { recordFigure, recordOption } from './command-line/figures.ts';
import { oneOf, wholeNumber } from './command-line/kinds.ts';
import { CommandFailure, runCommand } from './command-line/run-command.ts';

await runCommand(
  import.meta,
  {
    summary:
      'Measures starts (init) or warm answers (warm) of functions against the least that they could cost, or a load (load) also against Fastify and PostgreSQL; the pages of the stack of .local (pages) on Lighthouse’s slow phone, or the money of a month (month).',
    positionals: { what: required(oneOf(['init', 'warm', 'load', 'month', 'pages']), 'what to measure') },
    options: { runs: withDefault(wholeNumber({ min: 4 }), 15, 'runs of each, by turns'), record: recordOption },
  },
  async ({ what, runs, record }) => {
    if (what === 'init') {
      const lines = await benchStarts(runs);
      if (record) recordFigure('Starts over the floor', lines.join('<br>'));
    } else if (what === 'pages') {
      // lighthouse.ts prints each page against its budget.
      process.exitCode = await runSibling('lighthouse.ts', record ? ['--record'] : []);
    } else if (what === 'month') {
      process.exitCode = await runSibling('measure-cost.ts', ['--month']);
    } else if (what === 'load') {
      const line = await benchLoads(runs);
      if (record) recordFigure('A load against a peer', line);
    } else {
      const lines = await benchAnswers(runs);
      if (record) recordFigure('Warm answers over their bare calls', lines.join('<br>'));
    }
  },
);

/** Runs another command of this folder; returns its exit code. */
async function runSibling(file: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, file), ...args], { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

async function benchStarts(runs: number): Promise<readonly string[]> {
  const [floor, ...starts] = await measureStarts(runs);
  if (!floor?.withFirst) throw new Error('the floor was not called');
  console.table(
    Object.fromEntries(
      [floor, ...starts].map(({ name, bytes, init, withFirst }) => [
        name,
        {
          kB: Math.round(bytes / 1000),
          'start, ms': ms(init.first),
          'to the third quartile': ms(init.third),
          '× floor': times(init, floor.init),
          'with the first call, ms': withFirst ? ms(withFirst.first) : '',
          '× floor of both': withFirst && floor.withFirst ? times(withFirst, floor.withFirst) : '',
        },
      ]),
    ),
  );
  return starts.map(({ name, bytes, init, withFirst }) => {
    const both = withFirst && floor.withFirst ? `, with the first call × ${times(withFirst, floor.withFirst)}` : '';
    return `${name}: × ${times(init, floor.init)}${both}, ${Math.round(bytes / 1000)} kB`;
  });
}

async function benchAnswers(runs: number): Promise<readonly string[]> {
  const answers = await measureAnswers(runs);
  console.table(
    Object.fromEntries(
      answers.map(({ name, bare, ours }) => [
        name,
        {
          'bare calls, µs': Math.round(bare.first),
          'ours, µs': Math.round(ours.first),
          'to the third quartile': `${Math.round(bare.third)}, ${Math.round(ours.third)}`,
          'above, µs': Math.round(ours.first - bare.first),
          '× bare': times(ours, bare),
        },
      ]),
    ),
  );
  return answers.map(({ name, bare, ours }) => `${name}: × ${times(ours, bare)}`);
}

async function benchLoads(runs: number): Promise<string> {
  const loads = await measureLoads(runs);
  if (loads === undefined) {
    throw new CommandFailure(
      'There is no PostgreSQL to compare with. On Debian: apt-get install postgresql. Elsewhere PG_BIN names the folder of initdb.',
    );
  }
  const { ours, floor, peer } = loads;
  const row = (figure: Quartiles) => ({
    'CPU of a load, µs': Math.round(figure.first),
    'to the third quartile': Math.round(figure.third),
    '× floor': times(figure, floor),
    '× peer': times(figure, peer),
  });
  console.table({ 'bare calls of the table': row(floor), 'Fastify and PostgreSQL': row(peer), ours: row(ours) });
  return `× ${times(ours, peer)} of Fastify and PostgreSQL (${spread(ours)} against ${spread(peer)} µs), × ${times(ours, floor)} of the bare calls (${spread(floor)} µs)`;
}

function spread({ first, third }: Quartiles): string {
  return `${Math.round(first)}–${Math.round(third)}`;
}

function ms(value: number): string {
  return value.toFixed(1);
}

function times(ours: Quartiles, floor: Quartiles): string {
  return (ours.first / floor.first).toFixed(2);
}
