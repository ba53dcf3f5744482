import { afterEach, describe, expect, it, vi } from 'vitest';
import { flag, optional, required, rest, withDefault } from '#bin/command-line/arguments.ts';
import {
  decisionReason,
  email,
  idOf,
  moment,
  oneOf,
  positiveNumber,
  text,
  wholeNumber,
} from '#bin/command-line/kinds.ts';
import { readArguments, runCommand, WrongCall } from '#bin/command-line/run-command.ts';
import { AppError } from '#shared/errors.ts';

const command = {
  summary: 'Does something.',
  positionals: { deposit: required(idOf('deposit'), 'a deposit'), folders: rest(text, 'folders') },
  options: {
    by: optional(email, 'who'),
    revoke: flag('undoes it'),
    role: withDefault(oneOf(['support', 'admin']), 'support', 'role'),
    seeds: withDefault(wholeNumber({ min: 1 }), 2000, 'seeds'),
  },
};
const id = 'dep_01JD0000000000000000000000';

/** The refusal of a call. */
function refusal(...args: readonly string[]): string {
  try {
    readArguments(command, args);
  } catch (thrown) {
    if (thrown instanceof WrongCall) return thrown.message;
    throw thrown;
  }
  throw new Error('the call was taken');
}

describe('readArguments', () => {
  it('returns every value in its own type, and defaults for what is left out', () => {
    expect(readArguments(command, [id])).toEqual({
      deposit: id,
      folders: [],
      by: undefined,
      revoke: false,
      role: 'support',
      seeds: 2000,
    });
  });

  it('takes options anywhere between positionals', () => {
    expect(readArguments(command, ['--revoke', id, 'a', '--seeds=7', 'b', '--role', 'admin', '--by', 'a@b.c'])).toEqual(
      {
        deposit: id,
        folders: ['a', 'b'],
        by: 'a@b.c',
        revoke: true,
        role: 'admin',
        seeds: 7,
      },
    );
  });

  it.each([
    ['an unknown option', [id, '--undo'], /--undo/],
    ['an option of one letter that is unknown', [id, '-x'], /-x/],
    ['a missing positional', [], '<deposit> is missing: the id of a deposit.'],
    ['a value of another kind', ['usr_1'], '<deposit> takes the id of a deposit, not "usr_1".'],
    ['a word that is not one of the choices', [id, '--role', 'king'], '--role takes support|admin, not "king".'],
    ['a number that is not whole', [id, '--seeds', '1.5'], '--seeds takes a whole number from 1, not "1.5".'],
    ['an option without its value', [id, '--by'], "Option '--by <value>' argument missing."],
    ['an option in place of a value', [id, '--by', '--revoke'], "Option '--by' argument is ambiguous."],
    ['a value for a flag', [id, '--revoke=yes'], "Option '--revoke' does not take an argument."],
    ['an option given twice', [id, '--role', 'admin', '--role', 'support'], '--role is given twice.'],
    ['an empty text', [id, ''], '<folders> takes a text, not "".'],
  ] as const)('refuses %s in one sentence', (_name, args, words) => {
    expect(refusal(...args)).toMatch(words);
    expect(refusal(...args)).toMatch(/^[^\n]+\.$/);
  });

  it('refuses an argument too many', () => {
    expect(() => readArguments({ summary: '' }, ['more'])).toThrow('"more" is one argument too many.');
  });

  it.each([[['--help']], [['-h']], [[id, '--undo', '--help']]])('asks for help with %j', (args) => {
    expect(readArguments(command, args)).toBe('help');
  });

  it('names a kind with the article that belongs to it', () => {
    expect(idOf('operation').takes).toBe('the id of an operation');
    expect(idOf('user').takes).toBe('the id of a user');
    expect(idOf('card').takes).toBe('the id of a card');
  });

  it('names a default only where there is one', () => {
    expect(withDefault(text, 'all', 'names').help).toBe('names (default: all)');
    expect(withDefault(wholeNumber(), 0, 'how many').help).toBe('how many (default: 0)');
    expect(withDefault(text, '', 'names').help).toBe('names');
  });

  it('takes a reason as the desk does', () => {
    expect(decisionReason.read(` ${'🧾'.repeat(500)} `)).toBe('🧾'.repeat(500));
    for (const wrong of [' ', '\u200b', 'x'.repeat(501), 'a\u202eb'])
      expect(decisionReason.read(wrong)).toBeUndefined();
  });

  it('reads a moment or number only when the whole text is one', () => {
    expect(moment.read('2026-11-21T12:00:00Z')).toBe(Date.UTC(2026, 10, 21, 12));
    expect(moment.read('2026-11-21T13:00:00+01:00')).toBe(Date.UTC(2026, 10, 21, 12));
    expect(moment.read('2026-11-21')).toBe(Date.UTC(2026, 10, 21));
    for (const wrong of ['soon', '5', '2026-02-30T00:00:00Z', '11/10/2026', '2026-11-21T12:00:00'])
      expect(moment.read(wrong)).toBeUndefined();
    expect(positiveNumber.read('3.2')).toBe(3.2);
    for (const wrong of ['0', '-1', '1e3', '', 'NaN', ' 1']) expect(positiveNumber.read(wrong)).toBeUndefined();
    for (const wrong of ['', ' 7', '7 ', '0x1', '99999999999999999']) expect(wholeNumber().read(wrong)).toBeUndefined();
  });
});

describe('runCommand', () => {
  const { argv, exitCode } = process;
  afterEach(() => {
    Object.assign(process, { argv, exitCode });
    for (const output of [process.stdout, process.stderr]) output.removeAllListeners('error');
    vi.restoreAllMocks();
  });

  it('prints the sentence of a refusal by the rules, without a stack trace, and ends with 1', async () => {
    process.argv = [process.execPath, import.meta.filename];
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    await runCommand(import.meta, { summary: 'Does something.' }, () => {
      throw new AppError('Conflict', 'This account is suspended. Activate it first.');
    });
    expect(printed.mock.calls).toEqual([['This account is suspended. Activate it first.']]);
    expect(process.exitCode).toBe(1);
  });

  it.each([
    [
      'no AWS credentials',
      { name: 'CredentialsProviderError', message: 'Could not load credentials from any providers' },
      'AWS: Could not load credentials from any providers.',
    ],
    [
      'a refusal by AWS',
      { name: 'AccessDeniedException', message: 'You may not read it.', $fault: 'client' },
      'AWS: AccessDeniedException: You may not read it.',
    ],
    [
      'nothing at an address',
      { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:3000' },
      'No answer: connect ECONNREFUSED 127.0.0.1:3000.',
    ],
  ])('prints one sentence for %s, also when it is the cause of another error', async (_name, reason, words) => {
    process.argv = [process.execPath, import.meta.filename];
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    for (const thrown of [
      Object.assign(new Error(reason.message), reason),
      new Error('the secrets did not come', { cause: Object.assign(new Error(reason.message), reason) }),
    ]) {
      process.exitCode = 0;
      await runCommand(import.meta, { summary: 'Does something.' }, () => {
        throw thrown;
      });
      expect(printed.mock.lastCall).toEqual([words]);
      expect(process.exitCode).toBe(1);
    }
  });

  it('goes on when the reader of its output has ended, as head does', async () => {
    process.argv = [process.execPath, import.meta.filename];
    let isDone = false;
    await runCommand(import.meta, { summary: 'Does something.' }, () => {
      for (const output of [process.stdout, process.stderr])
        output.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
      isDone = true;
    });
    expect(isDone).toBe(true);
    expect(() => process.stdout.emit('error', new Error('another one'))).toThrow('another one');
  });

  it.each([
    ['a defect', new TypeError('undefined is not a function')],
    [
      'a wrong request of ours to AWS',
      Object.assign(new Error('Invalid expression'), { name: 'ValidationException', $fault: 'client' }),
    ],
  ])('throws %s with its stack', async (_name, thrown) => {
    process.argv = [process.execPath, import.meta.filename];
    await expect(
      runCommand(import.meta, { summary: 'Does something.' }, () => {
        throw thrown;
      }),
    ).rejects.toBe(thrown);
  });
});
