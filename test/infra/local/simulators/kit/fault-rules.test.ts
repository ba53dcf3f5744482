import { expect, test } from 'vitest';
import { type FaultRule, FaultRules, rulesInMemory } from '#infra/local/simulators/kit/fault-rules.ts';
import { readFault } from '#infra/local/simulators/kit/read-fault.ts';

const modes = ['status', 'slow', 'stale', 'forged_body'] as const;
type Mode = (typeof modes)[number];

const rule = { path: 'pay', mode: 'status', timesLeft: null, skip: 0, status: null, delayMs: null, copies: 2 } as const;

function fresh(...rules: readonly Partial<FaultRule<Mode>>[]): FaultRules<FaultRule<Mode>> {
  const made = new FaultRules(rulesInMemory<FaultRule<Mode>>());
  for (const changes of rules) made.add({ ...rule, ...changes });
  return made;
}

test('a rule lets its first calls pass, fires as often as it says, and is gone', () => {
  const rules = fresh({ skip: 1, timesLeft: 2 });
  const fired = [1, 2, 3, 4].map(() => rules.takeFirst('/v1/pay', ['status']) !== undefined);
  expect(fired).toEqual([false, true, true, false]);
  expect(rules.all()).toEqual([]);
});

test('a rule matches a part of the path of a call, and with = the whole path', () => {
  const rules = fresh({ path: '=/v1/pay' });
  expect(rules.takeFirst('/v1/pay/info', ['status'])).toBeUndefined();
  expect(rules.takeFirst('/v1/pay', ['slow'])).toBeUndefined();
  expect(rules.takeFirst('/v1/pay', ['status'])).toBeDefined();
});

test('take uses every rule up, takeFirst only the one that it returns', () => {
  const both = [{ timesLeft: 1 }, { timesLeft: 1, mode: 'slow' }] as const;
  expect(fresh(...both).take('pay', modes)).toHaveLength(2);
  const rules = fresh(...both);
  expect(rules.takeFirst('pay', modes)?.mode).toBe('status');
  expect(rules.all().map(({ mode }) => mode)).toEqual(['slow']);
});

test('both doors take one name for one meaning, and the earlier names too', () => {
  expect(readFault({ mode: 'stale_balance' }, modes).mode).toBe('stale');
  expect(readFault({ mode: 'forged_amount' }, modes).mode).toBe('forged_body');
  expect(readFault({ mode: 'forged_body', times: 3, status: 502 }, modes)).toMatchObject({ times: 3, status: 502 });
});

test.each([
  [{ mode: 'explode' }, 'mode must be one of status, slow, stale, forged_body'],
  [{ mode: 'status', path: 7 }, 'path must be a string'],
  [{ mode: 'status', times: 0 }, 'times must be a whole number from 1'],
  [{ mode: 'status', status: 600 }, 'status must be a whole number from 200 to 599'],
  [{ mode: 'status', delayMs: 0.5 }, 'delayMs must be a whole number from 0'],
  [{ mode: 'status', copies: 0 }, 'copies must be a whole number from 1'],
])('refuses %j and names the field', (body, message) => {
  expect(() => readFault(body, modes)).toThrow(new RangeError(message));
});
