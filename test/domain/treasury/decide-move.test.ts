import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { setStaffRole } from '#functions/domain/admin/set-staff-role.ts';
import { decideMove } from '#functions/domain/treasury/decide-move.ts';
import { proposeMove, type EnteredMove } from '#functions/domain/treasury/propose-move.ts';
import { insert, remove } from '#functions/ports/store.ts';
import { refusalOf } from '#test/support/auth-world.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

/* The entries of staff about our own money, and their postings. */

let world: MoneyWorld;
let first: User;
let second: User;

beforeEach(async () => {
  world = moneyWorld();
  first = await world.cardholder(0, { role: 'admin', staffRole: 'finance' });
  second = await world.cardholder(0, { role: 'admin', staffRole: 'finance' });
});

const topUp = {
  kind: 'top_up',
  direction: 'out',
  amountCents: cents(100_000),
  feeCents: cents(1_500),
  coin: undefined,
  coinAmount: undefined,
  claim: undefined,
  reason: 'Opening.',
} as const;
const payout = { ...topUp, kind: 'payout', coin: 'USDT', coinAmount: '1015.00' } as const;

let papers = 0;
const propose = (changes: Partial<EnteredMove> = {}) => {
  papers += 1;
  return proposeMove(world.services, { ...topUp, reference: `WIRE-${papers}`, ...changes, actorId: first.userId });
};
const decide = (moveId: string, by: User, outcome: 'approve' | 'reject' = 'approve') =>
  decideMove(world.services, { moveId: moveId as never, actorId: by.userId, outcome, reason: 'Seen on paper.' });
const posted = () =>
  world.store
    .all('journal')
    .map(({ kind, legs, coins }) => [
      kind,
      Object.fromEntries(legs.map((leg) => [leg.account, leg.amountCents])),
      coins,
    ]);

describe('a movement of our own money', () => {
  it('is posted once, when another admin approves it', async () => {
    const { moveId } = await propose();
    expect(posted()).toEqual([]);
    await decide(moveId, second);
    await decide(moveId, second);
    expect(posted()).toEqual([
      ['treasury_top_up', { 'ISS:FLOAT': 100_000, 'EXP:ISSUER_FEE': 1_500, 'BANK:USD': -101_500 }, undefined],
    ]);
    expect(world.store.all('audit').map(({ action, actorId }) => [action, actorId])).toEqual([
      ['propose-treasury', first.userId],
      ['approve-treasury', second.userId],
    ]);
  });

  it('is approved only while its author may still decide about money', async () => {
    const { moveId } = await propose();
    await setStaffRole(world.services, { userId: first.userId, staffRole: 'support' });
    expect(await refusalOf(decide(moveId, second))).toBe('Conflict');
    expect(posted()).toEqual([]);
    await expect(decide(moveId, second, 'reject')).resolves.toMatchObject({ state: 'rejected' });
  });

  it('takes the coins of a payout from the provider, and brings them back', async () => {
    await decide((await propose(payout)).moveId, second);
    await decide((await propose({ ...payout, direction: 'back' })).moveId, second);
    expect(posted()).toEqual([
      [
        'treasury_payout',
        { 'BANK:USD': 100_000, 'EXP:PROVIDER_FEE': 1_500, 'PROV:CLEARING': -101_500 },
        { coin: 'USDT', received: '-1015', commission: '0' },
      ],
      [
        'treasury_payout',
        { 'BANK:USD': -100_000, 'EXP:PROVIDER_FEE': -1_500, 'PROV:CLEARING': 101_500 },
        { coin: 'USDT', received: '1015', commission: '0' },
      ],
    ]);
  });

  it('is not approved by the person who entered it, who may withdraw it', async () => {
    const { moveId } = await propose();
    expect(await refusalOf(decide(moveId, first))).toBe('Forbidden');
    await decide(moveId, first, 'reject');
    expect(await refusalOf(decide(moveId, second))).toBe('Conflict');
    expect(posted()).toEqual([]);
  });

  it('is entered once for each bank reference, and again after a rejection', async () => {
    const reference = 'BANK-9';
    const entries = await Promise.allSettled([propose({ reference }), propose({ reference }), propose({ reference })]);
    expect(entries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusalOf(propose({ reference }))).toBe('Conflict');
    await decide(world.store.all('treasuryMove')[0]?.moveId ?? '', first, 'reject');
    await propose({ reference });
    expect(world.store.all('treasuryMove')).toHaveLength(2);
  });

  it.each(['bank-9 001', ' BANK-9 001 ', 'BANK-9001', 'Bank-9\u200b 001'])(
    'is the same bank reference as “BANK-9 001” when it is written as “%s”',
    async (reference) => {
      const { moveId } = await propose({ reference: 'BANK-9 001' });
      expect(await refusalOf(propose({ reference }))).toBe('Conflict');
      await decide(moveId, first, 'reject');
      expect(await propose({ reference })).toMatchObject({ reference });
      expect(await refusalOf(propose({ reference: 'BANK-9 001' }))).toBe('Conflict');
    },
  );

  it('of before, whose reference was kept as it was written, is not entered again, but for a rejection', async () => {
    const { store } = world;
    const reference = 'wire 7';
    const move = await propose({ reference });
    await store.commit([
      remove('marker', { markerId: 'treasury:top_up:out:WIRE7' }),
      insert('marker', { markerId: 'treasury:top_up:out:wire 7', atMs: 0 }),
    ]);
    expect(await refusalOf(propose({ reference }))).toBe('Conflict');
    const other = await propose({ reference: 'WIRE 7' });
    await decide(move.moveId, first, 'reject');
    // The entry that another admin made since then still counts.
    expect(await refusalOf(propose({ reference }))).toBe('Conflict');
    await decide(other.moveId, first, 'reject');
    await propose({ reference });
  });

  it('may come back under its bank reference, once: a returned transfer is another paper', async () => {
    const reference = 'BANK-9';
    for (const direction of ['out', 'back'] as const)
      await decide((await propose({ direction, reference })).moveId, second);
    expect(posted().map(([, legs]) => legs)).toEqual([
      { 'ISS:FLOAT': 100_000, 'EXP:ISSUER_FEE': 1_500, 'BANK:USD': -101_500 },
      { 'ISS:FLOAT': -100_000, 'EXP:ISSUER_FEE': -1_500, 'BANK:USD': 101_500 },
    ]);
    expect(await refusalOf(propose({ reference, direction: 'back' }))).toBe('Conflict');
  });

  it('is decided once when two decide at the same time', async () => {
    const third = await world.cardholder(0, { role: 'admin', staffRole: 'admin' });
    const { moveId } = await propose();
    const ends = await Promise.allSettled([
      decide(moveId, second),
      decide(moveId, third, 'reject'),
      decide(moveId, third),
    ]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(posted().length).toBe(world.store.all('treasuryMove')[0]?.state === 'approved' ? 1 : 0);
  });

  it('is entered and decided by finance and admins only', async () => {
    const { moveId } = await propose();
    const reader = await world.cardholder(0, { role: 'admin', staffRole: 'support' });
    expect(await refusalOf(decide(moveId, reader))).toBe('Forbidden');
    first = reader;
    expect(await refusalOf(propose())).toBe('Forbidden');
  });

  it.each([
    ['a payout without its coin', { ...payout, coin: undefined }],
    ['a payout without its amount', { ...payout, coinAmount: undefined }],
    ['a payout of no coins', { ...payout, coinAmount: '0.00' }],
    ['a payout of no number', { ...payout, coinAmount: 'all' }],
    ['a top-up in a coin', { ...topUp, coin: 'USDT' }],
    ['a top-up of an amount of coins', { ...topUp, coinAmount: '1.00' }],
  ] as const)('is not %s', async (_, changes) => {
    expect(await refusalOf(propose(changes))).toBe('ValidationFailed');
  });
});
