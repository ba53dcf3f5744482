import { isDeepStrictEqual } from 'node:util';
import type { Dice } from '../webhooks/dice.ts';
import { insist } from './insist.ts';
import { count, type Ask, type SoakWorld } from './soak-world.ts';

/** Percentage of requests that are sent twice at once, with one key. */
const twinPercent = 8;

/**
 * Sends a money mutation with a new key until it is answered, sometimes twice at once, and records the answer. Returns
 * the body of a success.
 */
export async function ask<T>(
  world: SoakWorld,
  dice: Dice,
  wanted: Omit<Ask, 'key' | 'outcome' | 'reply'>,
): Promise<T | undefined> {
  const { person, method, path, body } = wanted;
  const key = `soak-${world.seed}-${world.asks.length + 1}`;
  const entry: Ask = { ...wanted, key, outcome: 'unknown', reply: undefined };
  world.asks.push(entry);
  person.marks.add(`${entry.kind} ${entry.mark}`);
  count(world, `operations: ${entry.kind}`);
  const copies = dice.percent(twinPercent) ? 2 : 1;
  const answers = await Promise.all(
    Array.from({ length: copies }, () => insist<T>(world, person, { method, path, body, key })),
  );
  const accepted = answers.flatMap((answer) => (answer === undefined || answer.status >= 300 ? [] : [answer]));
  const [first, second] = accepted;
  if (second && !isSame(first, second)) {
    world.violations.push(`${method} ${path} with the key ${key} was answered twice, and not the same`);
  }
  if (first) {
    entry.outcome = 'done';
    entry.reply = { status: first.status, body: first.body };
    return first.body;
  }
  const code = (answers[0]?.body as { code?: string } | undefined)?.code;
  if (answers.includes(undefined)) entry.outcome = 'unknown';
  else entry.outcome = code === 'ProviderRefused' ? 'failed' : 'refused';
  count(world, `refusals ${answers[0]?.status ?? 'unanswered'} ${code ?? ''}`);
  return undefined;
}

/** True when two answers are the same. */
function isSame(
  a: { readonly status: number; readonly body: unknown } | undefined,
  b: { readonly status: number; readonly body: unknown },
): boolean {
  return a?.status === b.status && isDeepStrictEqual(a.body, b.body);
}
