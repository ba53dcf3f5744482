import { expect, it, vi } from 'vitest';

import type { ReplyOf } from '#shared/contract/index.ts';
import { cents, sum } from '#shared/money.ts';
import { readWholeStatement } from '#web/features/history/whole-statement.ts';
import { ApiError } from '#web/lib/api-error.ts';

type Statement = ReplyOf<'transactions.statement'>;

const day = 24 * 3_600_000;
const june = { from: new Date(Date.UTC(2026, 5, 1)), to: new Date(Date.UTC(2026, 6, 1)) };

/** Changes of an account through June, in milliseconds and cents; two of three on the last day. */
const changes = Array.from({ length: 90 }, (_, index) => ({
  atMs: june.from.getTime() + (index % 3 === 0 ? (index / 3) * day : 29 * day + index * 60_000),
  amount: cents(index % 4 === 0 ? -7 : 100 + index),
  fee: cents(index % 4 === 0 ? 1 + index : 0),
})).toSorted((a, b) => a.atMs - b.atMs);

/** Reads a statement as the API does, with at most `linesMax` lines in a reply. */
function reader(linesMax: number) {
  return vi.fn(async ({ from, to }: { from: string; to: string }): Promise<Statement> => {
    const before = changes.filter(({ atMs }) => atMs < Date.parse(from));
    const inside = changes.filter(({ atMs }) => atMs >= Date.parse(from) && atMs < Date.parse(to));
    if (inside.length > linesMax) {
      const fields = { to: `makes ${inside.length} lines; choose a shorter period` };
      throw new ApiError({ status: 400, code: 'ValidationFailed', message: 'too long', fields });
    }
    const amounts = inside.map(({ amount }) => amount);
    const opening = sum(...before.map(({ amount }) => amount));
    return {
      from,
      to,
      opening,
      closing: sum(opening, ...amounts),
      moneyIn: sum(...amounts.filter((amount) => amount > 0)),
      moneyOut: sum(...amounts.filter((amount) => amount < 0)),
      fees: sum(...inside.map(({ fee }) => fee)),
      lines: inside.map(({ atMs, amount, fee }, index) => ({
        number: before.length + index + 1,
        at: new Date(atMs).toISOString(),
        kind: 'deposit',
        description: '',
        reference: '',
        amount,
        fee,
        balance: sum(opening, ...amounts.slice(0, index + 1)),
      })),
    };
  });
}

it('makes one request when one reply can hold the period', async () => {
  const read = reader(90);
  const whole = await readWholeStatement(read, june.from, june.to);
  expect(read).toHaveBeenCalledTimes(1);
  expect(whole.lines).toHaveLength(90);
});

it('joins many replies into the same statement, every line once and in its order', async () => {
  const whole = await readWholeStatement(reader(90), june.from, june.to);
  const read = reader(4);
  expect(await readWholeStatement(read, june.from, june.to)).toEqual(whole);
  expect(read.mock.calls.length).toBeGreaterThan(20);
});

it('throws the refusal when a minute alone has too many lines', async () => {
  await expect(readWholeStatement(reader(0), june.from, june.to)).rejects.toThrow('too long');
});

it.each([
  { status: 503, code: 'TemporarilyUnavailable' },
  { status: 400, code: 'ValidationFailed', fields: { from: 'must be a date' } },
] as const)('asks once where the refusal is about something else ($code)', async (refusal) => {
  const read = vi.fn(() => Promise.reject(new ApiError({ message: 'no', ...refusal })));
  await expect(readWholeStatement(read, june.from, june.to)).rejects.toThrow('no');
  expect(read).toHaveBeenCalledTimes(1);
});
