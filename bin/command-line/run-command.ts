import { realpathSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { AppError } from '#shared/errors.ts';
import type { Argument } from './arguments.ts';

type Arguments = Readonly<Record<string, Argument<unknown>>>;

/** The description of a command, as its usage prints it. */
export type Command<P extends Arguments = Arguments, O extends Arguments = Arguments> = {
  /** Its purpose, for a person; may have several lines. */
  readonly summary: string;
  /** Arguments by position, in this order. */
  readonly positionals?: P;
  /** Arguments by name: `{ role: … }` is `--role`. */
  readonly options?: O;
  /** Environment variables that name a deployment where no services.json is given, each with its meaning. */
  readonly variables?: readonly (readonly [name: string, meaning: string])[];
};

type ValuesOf<A extends Arguments> = { readonly [Name in keyof A]: A[Name] extends Argument<infer T> ? T : never };

/** The values of a command's arguments, by name. */
export type Values<P extends Arguments, O extends Arguments> = ValuesOf<P> & ValuesOf<O>;

/** A failure that a person can mend: its message is printed without a stack trace, and the command ends with 1. */
export class CommandFailure extends Error {}

/** A call that does not fit the command: its message and the usage are printed, and the command ends with 2. */
export class WrongCall extends Error {}

/**
 * Runs a file of `bin/` as a command: reads its arguments and hands them to `run`. Does nothing when another module
 * imports the file. `--help` prints the usage and ends with 0. A call that does not fit (an unknown option, a missing
 * or superfluous argument, a value of another kind) prints one sentence and the usage on stderr and ends with 2;
 * nothing is done then. `run` may throw WrongCall for arguments that do not fit together, and CommandFailure or
 * AppError, whose message is printed without a stack trace, as that of AWS or the network is; the command ends with 1.
 */
export async function runCommand<P extends Arguments = {}, O extends Arguments = {}>(
  module: ImportMeta,
  command: Command<P, O>,
  run: (values: Values<P, O>) => Promise<void> | void,
): Promise<void> {
  const [, script, ...args] = process.argv;
  if (script === undefined || module.filename !== realpathSync(script)) return;
  // A test runs all commands in one process.
  for (const output of [process.stdout, process.stderr])
    output.off('error', passEndedReader).on('error', passEndedReader);
  try {
    const values = readArguments(command, args);
    if (values === 'help') console.log(usageOf(module.filename, command));
    else await run(values);
  } catch (thrown) {
    if (thrown instanceof WrongCall) {
      console.error(`${thrown.message}\n\n${usageOf(module.filename, command)}`);
      process.exitCode = 2;
    } else if (thrown instanceof CommandFailure || thrown instanceof AppError) {
      console.error(thrown.message);
      process.exitCode = 1;
    } else {
      const words = wordsFromOutside(thrown);
      if (words === undefined) throw thrown;
      console.error(words.replace(/\.?$/, '.'));
      process.exitCode = 1;
    }
  }
}

/** `head` ends when it has enough. The command goes on without a reader: it may be in the middle of a deployment. */
function passEndedReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/**
 * Returns the words of a failure that a stack trace does not explain: AWS has no credentials or refuses the call, or
 * nothing answers. Returns undefined for any other.
 */
function wordsFromOutside(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const { name, message, code, $fault } = thrown as { name: string; message: string; code?: unknown; $fault?: unknown };
  if (/^(?:Credentials|Token)ProviderError$/.test(name)) return `AWS: ${message}`;
  // Those that the product made wrong are defects.
  if ($fault === 'client' && !/^(?:Validation|Serialization|Conditional|Transaction)/.test(name))
    return `AWS: ${name}: ${message}`;
  if (typeof code === 'string' && /^(?:ECONN|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT)/.test(code))
    return `No answer: ${message}`;
  return wordsFromOutside(thrown.cause);
}

/** Reads the arguments of a command, or `help` when they ask for it. Throws WrongCall. */
export function readArguments<P extends Arguments, O extends Arguments>(
  { positionals = {} as P, options = {} as O }: Command<P, O>,
  args: readonly string[],
): Values<P, O> | 'help' {
  const given = parse(options, args);
  if (given.values['help'] !== undefined) return 'help';
  const texts = new Map<string, readonly string[]>();
  const left = [...given.positionals];
  for (const [name, { isRest }] of Object.entries(positionals))
    texts.set(name, left.splice(0, isRest ? left.length : 1));
  if (left[0] !== undefined) throw new WrongCall(`${JSON.stringify(left[0])} is one argument too many.`);
  const values = Object.entries(positionals).map(([name, argument]) => [
    name,
    valueOf(`<${argument.shownAs ?? name}>`, argument, texts.get(name) ?? []),
  ]);
  for (const [name, argument] of Object.entries(options)) {
    const found = given.values[name];
    values.push([name, valueOf(`--${name}`, argument, Array.isArray(found) ? found.map(String) : [])]);
  }
  return Object.fromEntries(values) as Values<P, O>;
}

function parse(options: Arguments, args: readonly string[]): ReturnType<typeof parseArgs> {
  const declared = Object.entries(options).map(
    ([name, { isFlag }]) =>
      [name, { type: isFlag ? ('boolean' as const) : ('string' as const), multiple: true }] as const,
  );
  const help = { type: 'boolean', short: 'h' } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options: { ...Object.fromEntries(declared), help } });
  } catch (thrown) {
    // With --help, the other arguments may be wrong.
    if (args.includes('--help') || args.includes('-h')) return { values: { help: true }, positionals: [] };
    const [sentence] = (thrown instanceof Error ? thrown.message : '').split(/(?<=\.)\s|\n/, 1);
    throw new WrongCall(`${sentence?.replace(/\.?$/, '.')}`, { cause: thrown });
  }
}

function valueOf(shown: string, argument: Argument<unknown>, texts: readonly string[]): unknown {
  const { isFlag, isRest, isRequired, takes } = argument;
  if (isRequired && texts.length === 0) throw new WrongCall(`${shown} is missing: ${takes}.`);
  if (texts.length > 1 && !isFlag && !isRest) throw new WrongCall(`${shown} is given twice.`);
  const read = argument.read(texts);
  if (!read)
    throw new WrongCall(`${shown} takes ${takes}, not ${texts.map((each) => JSON.stringify(each)).join(' ')}.`);
  return read.value;
}

/** The usage of a command, as `--help` prints it. */
function usageOf(file: string, { summary, positionals = {}, options = {}, variables = [] }: Command): string {
  const placed = Object.entries(positionals).map(([name, argument]) => {
    const shown = `${argument.shownAs ?? name}${argument.isRest ? ' …' : ''}`;
    return [argument.isRequired ? `<${shown}>` : `[${shown}]`, argument] as const;
  });
  const named = Object.entries(options).map(
    ([name, argument]) => [argument.isFlag ? `--${name}` : `--${name} <${shortOf(argument)}>`, argument] as const,
  );
  const call = [
    ...placed.map(([shown]) => shown),
    ...named.map(([shown, { isRequired }]) => (isRequired ? shown : `[${shown}]`)),
  ];
  const lines = [...placed, ...named].map(([shown, { help, takes }]) => [
    shown,
    shown.includes('|') || !takes.includes('|') ? help : `${help}: ${takes.replaceAll('|', ', ')}`,
  ]);
  return [
    summary,
    '',
    `Usage: node bin/${path.basename(file)}${call.map((each) => ` ${each}`).join('')}`,
    '',
    ...columnsOf([...lines, ['--help', 'prints this']]),
    ...(variables.length === 0 ? [] : ['', deploymentWords, '', ...columnsOf(variables)]),
  ].join('\n');
}

const deploymentWords =
  'Without a services.json it works on the deployment that these variables name, with your AWS credentials.\n' +
  'Most of their values: aws lambda get-function-configuration --query Environment.Variables --function-name satchel-<stage>-job-reconcile';

function columnsOf(lines: readonly (readonly string[])[]): readonly string[] {
  const width = Math.max(...lines.map(([shown]) => shown?.length ?? 0));
  return lines.map(([shown = '', help = '']) => `  ${shown.padEnd(width)}  ${help}`);
}

function shortOf({ takes }: Argument<unknown>): string {
  if (takes.includes('|')) return takes.length > 30 ? 'word' : takes;
  return /\b(number|date|moment|path|id|address|text)\b/.exec(takes)?.[0] ?? 'value';
}
