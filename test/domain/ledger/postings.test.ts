import { describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { journal, type Draft } from '#functions/domain/ledger/journal.ts';
import * as postings from '#functions/domain/ledger/postings.ts';
import * as referral from '#functions/domain/ledger/referral-postings.ts';
import { samples } from '#test/support/sample-entities.ts';

/*
 * Checks the table of the ledger's README.md to the cent: every business event with its legs, debits positive.
 * A missing, swapped or misplaced leg, a wrong amount, or an id not made from its cause fails here.
 */

const { card, deposit, operation, reward } = samples;
const [U, C] = [`U:${samples.wallet.userId}`, `CARD:${card.cardId}`];
const walletOf = (availableCents: number, debtCents = 0) => ({
  ...samples.wallet,
  availableCents: cents(availableCents),
  debtCents: cents(debtCents),
});
const load = {
  ...operation,
  cardId: card.cardId,
  kind: 'card_load',
  amountCents: cents(5_000),
  feeCents: cents(250),
  bonusCents: cents(0),
} as const;
const creation = { ...load, kind: 'card_creation', bonusCents: cents(500) } as const;
const withdrawal = { ...load, kind: 'card_withdrawal', feeCents: cents(0) } as const;
const closing = { ...withdrawal, kind: 'card_closing', amountCents: cents(70) } as const;
const paid = { ...deposit, version: 4 };
const change = (fromCents: number, toCents: number) => ({
  fromCents: cents(fromCents),
  toCents: cents(toCents),
  roundedOffMicroCents: 250_000,
});

type Row = {
  readonly of: string;
  readonly draft: () => Draft;
  readonly id: string;
  readonly kind: string;
  readonly cause: string;
  readonly legs: Readonly<Record<string, number>>;
};

const op = load.operationId;
const dep = deposit.depositId;
const rows: readonly Row[] = [
  {
    of: 'a deposit, credited',
    draft: () => postings.depositCredited(paid, walletOf(0), change(300, 1_000)),
    id: `${dep}:4:300-1000`,
    kind: 'deposit_credited',
    cause: dep,
    legs: { 'PROV:CLEARING': 700, [`${U}:AVAIL`]: -700 },
  },
  {
    of: "a deposit's commission, grown",
    draft: () => postings.depositCommission(paid, { fromCents: cents(100), toCents: cents(130) }, 2),
    id: `${dep}:commission:2`,
    kind: 'deposit_commission',
    cause: dep,
    legs: { 'EXP:PROVIDER_FEE': 30, 'PROV:CLEARING': -30 },
  },
  {
    of: 'a deposit, credited to a debtor',
    draft: () => postings.depositCredited(paid, walletOf(0, 200), change(0, 1_000)),
    id: `${dep}:4:0-1000`,
    kind: 'deposit_credited',
    cause: dep,
    legs: { 'PROV:CLEARING': 1_000, [`${U}:DEBT`]: -200, [`${U}:AVAIL`]: -800 },
  },
  {
    of: 'a deposit, credited to a debtor who owes more',
    draft: () => postings.depositCredited(paid, walletOf(0, 5_000), change(0, 1_000)),
    id: `${dep}:4:0-1000`,
    kind: 'deposit_credited',
    cause: dep,
    legs: { 'PROV:CLEARING': 1_000, [`${U}:DEBT`]: -1_000 },
  },
  {
    of: 'a deposit, taken back',
    draft: () => postings.depositTakenBack(paid, walletOf(2_000), change(1_000, 400)),
    id: `${dep}:4:1000-400`,
    kind: 'deposit_taken_back',
    cause: dep,
    legs: { [`${U}:AVAIL`]: 600, 'PROV:CLEARING': -600 },
  },
  {
    of: 'a deposit, taken back after it was spent',
    draft: () => postings.depositTakenBack(paid, walletOf(150), change(1_000, 0)),
    id: `${dep}:4:1000-0`,
    kind: 'deposit_taken_back',
    cause: dep,
    legs: { [`${U}:AVAIL`]: 150, [`${U}:DEBT`]: 850, 'PROV:CLEARING': -1_000 },
  },
  {
    of: 'a deposit, taken back while its spent part is still held',
    draft: () => postings.depositTakenBack(paid, { ...walletOf(150), heldCents: cents(850) }, change(1_000, 0)),
    id: `${dep}:4:1000-0`,
    kind: 'deposit_taken_back',
    cause: dep,
    legs: { [`${U}:AVAIL`]: 150, [`${U}:DEBT`]: 850, 'PROV:CLEARING': -1_000 },
  },
  {
    of: 'a deposit, frozen after a part of it was spent',
    draft: () => postings.depositFrozen(paid, walletOf(150), cents(1_000)),
    id: `${dep}:4:frozen`,
    kind: 'deposit_frozen',
    cause: dep,
    legs: { [`${U}:AVAIL`]: 150, [`${U}:DEBT`]: 850, 'SUSP:DEPOSIT': -1_000 },
  },
  {
    of: 'a deposit, unfrozen while a part of it is owed',
    draft: () => postings.depositUnfrozen(paid, walletOf(0, 850), cents(1_000)),
    id: `${dep}:4:unfrozen`,
    kind: 'deposit_unfrozen',
    cause: dep,
    legs: { 'SUSP:DEPOSIT': 1_000, [`${U}:DEBT`]: -850, [`${U}:AVAIL`]: -150 },
  },
  {
    of: 'a surplus that came',
    draft: () => postings.depositSurplusChanged(paid, change(0, 300)),
    id: `${dep}:4:surplus`,
    kind: 'deposit_surplus',
    cause: dep,
    legs: { 'PROV:CLEARING': 300, 'SUSP:DEPOSIT': -300 },
  },
  {
    of: 'a surplus that goes back',
    draft: () => postings.depositSurplusChanged(paid, change(300, 0)),
    id: `${dep}:4:surplus`,
    kind: 'deposit_surplus',
    cause: dep,
    legs: { 'PROV:CLEARING': -300, 'SUSP:DEPOSIT': 300 },
  },
  {
    of: 'a part that staff refused',
    draft: () => postings.depositRefused(paid, change(0, 300)),
    id: `${dep}:4:refused`,
    kind: 'deposit_refused',
    cause: dep,
    legs: { 'PROV:CLEARING': 300, 'SUSP:REFUSED': -300 },
  },
  {
    of: 'a refused part that the provider sent back',
    draft: () => postings.depositRefused(paid, change(300, 0)),
    id: `${dep}:4:refused`,
    kind: 'deposit_refused',
    cause: dep,
    legs: { 'PROV:CLEARING': -300, 'SUSP:REFUSED': 300 },
  },
  {
    of: 'a load, reserved',
    draft: () => postings.reserved(load),
    id: `${op}:reserved`,
    kind: 'card_load_reserved',
    cause: op,
    legs: { [`${U}:AVAIL`]: 5_250, [`${U}:HELD`]: -5_250 },
  },
  {
    of: 'a bonus, granted',
    draft: () => postings.bonusGranted(creation, walletOf(0)),
    id: `${op}:bonus`,
    kind: 'referral_bonus',
    cause: op,
    legs: { 'EXP:REFERRAL': 500, [`${U}:AVAIL`]: -500 },
  },
  {
    of: 'a bonus, granted late to a person who owes meanwhile',
    draft: () => postings.bonusGranted(creation, walletOf(0, 200)),
    id: `${op}:bonus`,
    kind: 'referral_bonus',
    cause: op,
    legs: { 'EXP:REFERRAL': 500, [`${U}:DEBT`]: -200, [`${U}:AVAIL`]: -300 },
  },
  {
    of: 'a load, settled',
    draft: () => postings.operationSettled(load),
    id: `${op}:settled`,
    kind: 'card_load_settled',
    cause: op,
    legs: { [`${U}:HELD`]: 5_250, [C]: -5_000, 'REV:LOAD_FEE': -250, 'ISS:ALLOC': 5_000, 'ISS:FLOAT': -5_000 },
  },
  {
    of: 'a card, created',
    draft: () => postings.operationSettled(creation),
    id: `${op}:settled`,
    kind: 'card_creation_settled',
    cause: op,
    legs: { [`${U}:HELD`]: 5_250, [C]: -5_000, 'REV:CARD_FEE': -250, 'ISS:ALLOC': 5_000, 'ISS:FLOAT': -5_000 },
  },
  {
    of: 'a load, released',
    draft: () => postings.released(load, walletOf(0)),
    id: `${op}:released`,
    kind: 'card_load_released',
    cause: op,
    legs: { [`${U}:HELD`]: 5_250, [`${U}:AVAIL`]: -5_250 },
  },
  {
    of: 'a creation with a bonus, released to a person who owes meanwhile',
    draft: () => postings.released(creation, walletOf(0, 1_000)),
    id: `${op}:released`,
    kind: 'card_creation_released',
    cause: op,
    legs: { [`${U}:HELD`]: 5_250, 'EXP:REFERRAL': -500, [`${U}:DEBT`]: -1_000, [`${U}:AVAIL`]: -3_750 },
  },
  {
    of: 'a creation with a bonus, released to a person who owes more than is left without it',
    draft: () => postings.released(creation, walletOf(0, 5_000)),
    id: `${op}:released`,
    kind: 'card_creation_released',
    cause: op,
    legs: { [`${U}:HELD`]: 5_250, 'EXP:REFERRAL': -500, [`${U}:DEBT`]: -4_750 },
  },
  {
    of: 'a withdrawal, reserved',
    draft: () => postings.withdrawalReserved(withdrawal),
    id: `${op}:reserved`,
    kind: 'card_withdrawal_reserved',
    cause: op,
    legs: { [C]: 5_000, [`${C}:OUT`]: -5_000 },
  },
  {
    of: 'a withdrawal, settled',
    draft: () => postings.withdrawalSettled(withdrawal, walletOf(0), cents(5_000)),
    id: `${op}:settled`,
    kind: 'card_withdrawal_settled',
    cause: op,
    legs: { [`${C}:OUT`]: 5_000, [`${U}:AVAIL`]: -5_000, 'ISS:FLOAT': 5_000, 'ISS:ALLOC': -5_000 },
  },
  {
    of: 'a withdrawal that moved less than asked, settled to a debtor',
    draft: () => postings.withdrawalSettled(withdrawal, walletOf(0, 1_000), cents(4_900)),
    id: `${op}:settled`,
    kind: 'card_withdrawal_settled',
    cause: op,
    legs: {
      [`${C}:OUT`]: 5_000,
      [C]: -100,
      [`${U}:DEBT`]: -1_000,
      [`${U}:AVAIL`]: -3_900,
      'ISS:FLOAT': 4_900,
      'ISS:ALLOC': -4_900,
    },
  },
  {
    of: 'a withdrawal that moved less than its owner owes',
    draft: () => postings.withdrawalSettled(withdrawal, walletOf(0, 4_950), cents(4_900)),
    id: `${op}:settled`,
    kind: 'card_withdrawal_settled',
    cause: op,
    legs: { [`${C}:OUT`]: 5_000, [C]: -100, [`${U}:DEBT`]: -4_900, 'ISS:FLOAT': 4_900, 'ISS:ALLOC': -4_900 },
  },
  {
    of: 'a withdrawal, released',
    draft: () => postings.withdrawalReleased(withdrawal),
    id: `${op}:released`,
    kind: 'card_withdrawal_released',
    cause: op,
    legs: { [`${C}:OUT`]: 5_000, [C]: -5_000 },
  },
  {
    of: 'a card that its owner deletes, who owes less than its rest',
    draft: () => postings.deletionCredited(closing, walletOf(0, 20)),
    id: `${op}:credited`,
    kind: 'card_closing_credited',
    cause: op,
    legs: { [C]: 70, [`${U}:DEBT`]: -20, [`${U}:AVAIL`]: -50, [`${C}:FETCH`]: 70, 'ISS:ALLOC': -70 },
  },
  {
    of: 'a retiring card that the issuer has closed',
    draft: () => postings.deletionFetched(closing, cents(70)),
    id: `${op}:settled`,
    kind: 'card_closing_settled',
    cause: op,
    legs: { 'ISS:FLOAT': 70, [`${C}:FETCH`]: -70 },
  },
  {
    of: 'a retiring card that owes more than its owner has',
    draft: () =>
      postings.cardEmptied({ ...card, lifecycle: 'retiring', balanceCents: cents(-700) }, walletOf(200), 'why'),
    id: 'why:emptied',
    kind: 'card_emptied',
    cause: 'why',
    legs: { [C]: -700, [`${U}:DEBT`]: 500, [`${U}:AVAIL`]: 200, [`${C}:FETCH`]: -700, 'ISS:ALLOC': 700 },
  },
  {
    of: 'a deleted card with a rest, of a debtor',
    draft: () => postings.cardEmptied({ ...card, balanceCents: cents(700) }, walletOf(0, 200), 'why'),
    id: 'why:emptied',
    kind: 'card_emptied',
    cause: 'why',
    legs: { [C]: 700, [`${U}:DEBT`]: -200, [`${U}:AVAIL`]: -500, 'ISS:FLOAT': 700, 'ISS:ALLOC': -700 },
  },
  {
    of: 'a deleted card that owes more than its owner has',
    draft: () => postings.cardEmptied({ ...card, balanceCents: cents(-700) }, walletOf(200), 'why'),
    id: 'why:emptied',
    kind: 'card_emptied',
    cause: 'why',
    legs: { [C]: -700, [`${U}:DEBT`]: 500, [`${U}:AVAIL`]: 200, 'ISS:FLOAT': -700, 'ISS:ALLOC': 700 },
  },
  {
    of: 'a deleted card that owes more than its owner may spend, though some is held',
    draft: () =>
      postings.cardEmptied({ ...card, balanceCents: cents(-700) }, { ...walletOf(200), heldCents: cents(900) }, 'why'),
    id: 'why:emptied',
    kind: 'card_emptied',
    cause: 'why',
    legs: { [C]: -700, [`${U}:DEBT`]: 500, [`${U}:AVAIL`]: 200, 'ISS:FLOAT': -700, 'ISS:ALLOC': 700 },
  },
  {
    of: 'a load, corrected to have happened, that the balance pays',
    draft: () => postings.loadCorrected(load, walletOf(6_000), 'happened'),
    id: `${op}:corrected`,
    kind: 'card_load_corrected',
    cause: op,
    legs: {
      [`${U}:AVAIL`]: 5_250,
      'ISS:ALLOC': 5_000,
      [C]: -5_000,
      'REV:LOAD_FEE': -250,
      'ISS:FLOAT': -5_000,
    },
  },
  {
    of: 'a load, corrected to have happened, that the balance pays in part',
    draft: () => postings.loadCorrected(load, walletOf(1_000), 'happened'),
    id: `${op}:corrected`,
    kind: 'card_load_corrected',
    cause: op,
    legs: {
      [`${U}:AVAIL`]: 1_000,
      [`${U}:DEBT`]: 4_250,
      'ISS:ALLOC': 5_000,
      [C]: -5_000,
      'REV:LOAD_FEE': -250,
      'ISS:FLOAT': -5_000,
    },
  },
  {
    of: 'a load, corrected never to have happened, of a debtor',
    draft: () => postings.loadCorrected(load, walletOf(0, 1_000), 'never'),
    id: `${op}:corrected`,
    kind: 'card_load_corrected',
    cause: op,
    legs: {
      [`${U}:DEBT`]: -1_000,
      [`${U}:AVAIL`]: -4_250,
      'ISS:ALLOC': -5_000,
      [C]: 5_000,
      'REV:LOAD_FEE': 250,
      'ISS:FLOAT': 5_000,
    },
  },
  {
    of: 'a withdrawal, corrected to have moved more, of a debtor',
    draft: () =>
      postings.withdrawalCorrected(withdrawal, walletOf(0, 300), { fromCents: cents(3_000), toCents: cents(4_000) }),
    id: `${op}:corrected`,
    kind: 'card_withdrawal_corrected',
    cause: op,
    legs: { [C]: 1_000, 'ISS:FLOAT': 1_000, [`${U}:DEBT`]: -300, [`${U}:AVAIL`]: -700, 'ISS:ALLOC': -1_000 },
  },
  {
    of: 'a withdrawal, corrected to have moved less than the balance can give back',
    draft: () =>
      postings.withdrawalCorrected(withdrawal, walletOf(400), { fromCents: cents(4_000), toCents: cents(0) }),
    id: `${op}:corrected`,
    kind: 'card_withdrawal_corrected',
    cause: op,
    legs: { [`${U}:AVAIL`]: 400, [`${U}:DEBT`]: 3_600, 'ISS:ALLOC': 4_000, [C]: -4_000, 'ISS:FLOAT': -4_000 },
  },
  {
    of: 'an adjustment that adds, of a debtor',
    draft: () => postings.adjusted({ ...samples.adjustment, amountCents: cents(500) }, walletOf(0, 300)),
    id: `${samples.adjustment.adjustmentId}:adjusted`,
    kind: 'adjustment',
    cause: samples.adjustment.adjustmentId,
    legs: { 'EXP:ADJUSTMENT': 500, [`${U}:DEBT`]: -300, [`${U}:AVAIL`]: -200 },
  },
  {
    of: 'an adjustment that takes more than the balance has',
    draft: () => postings.adjusted({ ...samples.adjustment, direction: 'debit' }, walletOf(100)),
    id: `${samples.adjustment.adjustmentId}:adjusted`,
    kind: 'adjustment',
    cause: samples.adjustment.adjustmentId,
    legs: { [`${U}:AVAIL`]: 100, [`${U}:DEBT`]: 400, 'EXP:ADJUSTMENT': -500 },
  },
  {
    of: 'a purchase',
    draft: () => postings.cardCharged(card, { reference: 'ref-1', kind: 'purchase', amountCents: cents(1_250) }),
    id: `${card.cardId}:purchase:ref-1`,
    kind: 'card_purchase',
    cause: 'ref-1',
    legs: { [C]: 1_250, 'ISS:ALLOC': -1_250 },
  },
  {
    of: 'a refund to a card',
    draft: () => postings.cardRefunded(card, { reference: 'ref-2', kind: 'refund', amountCents: cents(1_250) }),
    id: `${card.cardId}:refund:ref-2`,
    kind: 'card_refund',
    cause: 'ref-2',
    legs: { 'ISS:ALLOC': 1_250, [C]: -1_250 },
  },
  {
    of: 'a reward, earned',
    draft: () => referral.rewardEarned({ ...reward, cause: 'dep_1' }),
    id: `${reward.refereeId}:${reward.event}:earned`,
    kind: 'referral_reward_earned',
    cause: 'dep_1',
    legs: { 'EXP:REFERRAL': reward.amountCents, [`U:${reward.referrerId}:REFERRAL`]: -reward.amountCents },
  },
  {
    of: 'a reward, taken back',
    draft: () => referral.rewardTakenBack({ ...reward, cause: 'dep_1' }),
    id: `${reward.refereeId}:${reward.event}:taken-back`,
    kind: 'referral_reward_taken_back',
    cause: 'dep_1',
    legs: { [`U:${reward.referrerId}:REFERRAL`]: reward.amountCents, 'EXP:REFERRAL': -reward.amountCents },
  },
  {
    of: 'a reward without a cause, earned',
    draft: () => referral.rewardEarned({ ...reward, cause: undefined }),
    id: `${reward.refereeId}:${reward.event}:earned`,
    kind: 'referral_reward_earned',
    cause: reward.refereeId,
    legs: { 'EXP:REFERRAL': reward.amountCents, [`U:${reward.referrerId}:REFERRAL`]: -reward.amountCents },
  },
  {
    of: 'a reward without a cause, taken back',
    draft: () => referral.rewardTakenBack({ ...reward, cause: undefined }),
    id: `${reward.refereeId}:${reward.event}:taken-back`,
    kind: 'referral_reward_taken_back',
    cause: reward.refereeId,
    legs: { [`U:${reward.referrerId}:REFERRAL`]: reward.amountCents, 'EXP:REFERRAL': -reward.amountCents },
  },
  {
    of: 'rewards, paid out to a debtor',
    draft: () => referral.rewardsPaidOut('mov_1', cents(2_500), walletOf(0, 1_000)),
    id: 'mov_1:paid',
    kind: 'referral_payout',
    cause: 'mov_1',
    legs: { [`${U}:REFERRAL`]: 2_500, [`${U}:DEBT`]: -1_000, [`${U}:AVAIL`]: -1_500 },
  },
];

describe('the legs of', () => {
  it.each(rows)('$of', ({ draft, id, kind, cause, legs }) => {
    const record = journal(draft(), 7);
    expect(record).toMatchObject({ journalId: id, kind, cause, atMs: 7 });
    // Compares lists, so that two legs of one account are seen.
    expect(record.legs.map(({ account, amountCents }) => `${account} ${amountCents}`).toSorted()).toEqual(
      Object.entries(legs)
        .map(([account, amountCents]) => `${account} ${amountCents}`)
        .toSorted(),
    );
  });
});

describe('a credited deposit', () => {
  it('notes the fraction of a cent left by rounding down, as no other record does', () => {
    expect(journal(postings.depositCredited(paid, walletOf(0), change(0, 5)), 7).roundedOffMicroCents).toBe(250_000);
    expect(journal(postings.reserved(load), 7).roundedOffMicroCents).toBe(0);
  });

  it.each([
    ['deposit_credited', `${dep}:4:0-1000`, true],
    ['deposit_credited', `${dep}:4:300-1000`, false],
    ['deposit_credited', `${dep}:4:0-1000:more`, false],
    ['deposit_credited', `${dep}:4:10-1000`, false],
    ['deposit_taken_back', `${dep}:4:0-1000`, false],
  ])('%s of %s begins its credit: %s', (kind, journalId, isFirst) => {
    expect(postings.beginsCredit({ kind, journalId })).toBe(isFirst);
  });
});
