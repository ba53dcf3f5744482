import { cents } from '#shared/money.ts';
import type { BreakClass } from '#functions/domain/reconciliation/break.ts';
import { journal, credit, debit, type Draft } from '#functions/domain/ledger/journal.ts';
import { account } from '#functions/domain/ledger/chart.ts';
import { Posting } from '#functions/domain/ledger/posting.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { Write } from '#functions/ports/store.ts';
import type { History } from './clean-history.ts';
import { editByHand, entitiesIn, eraseByHand, writeByHand } from './simulated-store.ts';

/** One seeded discrepancy, and the breaks that a reconciliation has to report for it. */
export type SeededDiscrepancy = {
  readonly name: string;
  readonly class: BreakClass;
  /** Plants the discrepancy in a person's items. Returns the amount that its break has to report, in cents. */
  readonly plant: (history: History, user: User) => number;
  /** The kind of person that it needs: a referrer, or one with a declined load. Undefined: any person. */
  readonly needs?: 'referrer' | 'declined';
};

const found = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('it is not in this history');
  return value;
};
const walletOf = ({ table }: History, { userId }: User) =>
  found(entitiesIn(table, 'wallet').find((wallet) => wallet.userId === userId));
const cardOf = ({ table }: History, { userId }: User): Card =>
  found(entitiesIn(table, 'card').find((card) => card.userId === userId));
const depositOf = ({ table }: History, { userId }: User) =>
  found(
    entitiesIn(table, 'deposit').find(
      (each) => each.userId === userId && each.state === 'paid' && each.creditedCents > 0,
    ),
  );
const operationOf = ({ table }: History, { userId }: User, kind: Operation['kind'], state: Operation['state']) =>
  found(
    entitiesIn(table, 'operation').find((each) => each.userId === userId && each.kind === kind && each.state === state),
  );
const entriesOf = ({ table }: History, ownerId: string) =>
  entitiesIn(table, 'entry')
    .filter((entry) => entry.ownerId === ownerId)
    .toSorted((a, b) => a.sequence - b.sequence);
const recordOf = ({ table }: History, journalId: string) =>
  found(entitiesIn(table, 'journal').find((record) => record.journalId === journalId));
const referralOf = ({ table }: History, { userId }: User) =>
  found(entitiesIn(table, 'referralAccount').find((each) => each.userId === userId));
const issued = ({ issuer }: History, card: Card) => found(issuer.cards.get(card.issuerCardId ?? ''));

/** Writes a posting by hand, consistent in itself: record, entry and balance. */
function postByHand(history: History, parties: ConstructorParameters<typeof Posting>[1], draft: Draft): void {
  const posting = new Posting(history.clock.now() - 3_600_000, parties).post(draft);
  for (const write of posting.writesWithoutCards() as readonly Extract<Write, { readonly value: unknown }>[])
    writeByHand(history.table, write.kind, write.value);
}

/** All discrepancies in books, stores and providers that a reconciliation has to find. */
export const seededDiscrepancies: readonly SeededDiscrepancy[] = [
  {
    name: 'a balance was raised',
    class: 'PROJECTION',
    plant: (history, user) => {
      const wallet = walletOf(history, user);
      editByHand(history.table, 'wallet', wallet, { availableCents: cents(wallet.availableCents + 777) });
      return 777;
    },
  },
  {
    name: 'something is held for nothing',
    class: 'PROJECTION',
    plant: (history, user) => {
      const wallet = walletOf(history, user);
      editByHand(history.table, 'wallet', wallet, { heldCents: cents(wallet.heldCents + 250) });
      return 250;
    },
  },
  {
    name: "a card's balance was lowered",
    class: 'PROJECTION',
    plant: (history, user) => {
      const card = cardOf(history, user);
      editByHand(history.table, 'card', card, { balanceCents: cents(card.balanceCents - 99) });
      return -99;
    },
  },
  {
    name: 'something is arriving on a card that nobody sent',
    class: 'PROJECTION',
    plant: (history, user) => {
      editByHand(history.table, 'card', cardOf(history, user), { pendingInCents: cents(1_234) });
      return 1_234;
    },
  },
  {
    name: "a referrer's account was raised",
    class: 'PROJECTION',
    needs: 'referrer',
    plant: (history, user) => {
      const referral = referralOf(history, user);
      editByHand(history.table, 'referralAccount', referral, { balanceCents: cents(referral.balanceCents + 100) });
      return 100;
    },
  },
  {
    name: 'an entry is gone',
    class: 'GAP',
    plant: (history, user) => {
      const entry = found(entriesOf(history, user.userId)[2]);
      eraseByHand(history.table, 'entry', entry);
      const { available = 0, held = 0 } = entry.deltas;
      const most = Math.abs(available) >= Math.abs(held) ? available : held;
      return -most;
    },
  },
  {
    name: 'the last entry is gone',
    class: 'GAP',
    plant: (history, user) => {
      const card = cardOf(history, user);
      const entry = found(entriesOf(history, card.cardId).at(-1));
      eraseByHand(history.table, 'entry', entry);
      const { balance = 0, leaving = 0 } = entry.deltas;
      return Math.abs(leaving) > Math.abs(balance) ? leaving : balance;
    },
  },
  {
    name: 'a journal record is gone',
    class: 'GAP',
    plant: (history, user) => {
      eraseByHand(history.table, 'journal', recordOf(history, found(entriesOf(history, user.userId)[1]).journalId));
      return 0;
    },
  },
  {
    name: 'an operation is gone',
    class: 'GAP',
    plant: (history, user) => {
      const operation = operationOf(history, user, 'card_load', 'settled');
      eraseByHand(history.table, 'operation', operation);
      return -(operation.amountCents + operation.feeCents);
    },
  },
  {
    name: 'a card is gone',
    class: 'GAP',
    plant: (history, user) => {
      const card = cardOf(history, user);
      eraseByHand(history.table, 'card', card);
      return -operationOf(history, user, 'card_creation', 'settled').amountCents;
    },
  },
  {
    name: 'an entry was rewritten',
    class: 'HASH',
    plant: (history, user) => {
      const entry = found(entriesOf(history, user.userId)[1]);
      const { available = 0 } = entry.after;
      editByHand(history.table, 'entry', entry, { after: { ...entry.after, available: cents(available + 5) } });
      return 5;
    },
  },
  {
    name: 'the time of an entry was changed',
    class: 'HASH',
    plant: (history, user) => {
      const entry = found(entriesOf(history, cardOf(history, user).cardId)[0]);
      editByHand(history.table, 'entry', entry, { atMs: entry.atMs + 1 });
      return 0;
    },
  },
  {
    name: 'the last hash of an account is another',
    class: 'HASH',
    plant: (history, user) => {
      editByHand(history.table, 'wallet', walletOf(history, user), { lastHash: 'forged' });
      return 0;
    },
  },
  {
    name: 'one leg of a record was changed',
    class: 'UNBALANCED',
    plant: (history, user) => {
      const record = recordOf(history, `${operationOf(history, user, 'card_load', 'settled').operationId}:settled`);
      const [first, ...others] = record.legs;
      const leg = found(first);
      const legs = [{ ...leg, amountCents: cents(leg.amountCents + 31) }, ...others];
      editByHand(history.table, 'journal', record, { legs });
      return 31;
    },
  },
  {
    name: 'two legs of a record were changed',
    class: 'LEGS',
    plant: (history, user) => {
      const { operationId } = operationOf(history, user, 'card_load', 'settled');
      const record = recordOf(history, `${operationId}:reserved`);
      const legs = record.legs.map((leg) => ({
        ...leg,
        amountCents: cents(leg.amountCents + Math.sign(leg.amountCents) * 40),
      }));
      editByHand(history.table, 'journal', record, { legs });
      return -40;
    },
  },
  {
    name: 'a record has no entries',
    class: 'UNEXPLAINED',
    plant: (history, user) => {
      const legs = [debit(account.adjustments, cents(4_200)), credit(account.available(user.userId), cents(4_200))];
      const draft = { journalId: `gift:${user.userId}`, kind: 'gift', cause: 'nobody', legs };
      writeByHand(history.table, 'journal', journal(draft, history.clock.now() - 3_600_000));
      return 4_200;
    },
  },
  {
    name: 'money was given for nothing, with record, entry and balance',
    class: 'UNEXPLAINED',
    plant: (history, user) => {
      postByHand(
        history,
        { wallet: walletOf(history, user) },
        {
          journalId: `gift:${user.userId}`,
          kind: 'gift',
          cause: 'nobody',
          legs: [debit(account.adjustments, cents(6_400)), credit(account.available(user.userId), cents(6_400))],
        },
      );
      return 6_400;
    },
  },
  {
    name: 'an entry more than the account counts',
    class: 'UNEXPLAINED',
    plant: (history, user) => {
      const entry = found(entriesOf(history, user.userId).at(-1));
      writeByHand(history.table, 'entry', { ...entry, sequence: entry.sequence + 1 });
      return 0;
    },
  },
  {
    name: 'an operation was set back to open',
    class: 'STATE',
    plant: (history, user) => {
      const operation = operationOf(history, user, 'card_load', 'settled');
      editByHand(history.table, 'operation', operation, { state: 'submitted' });
      return operation.amountCents + operation.feeCents;
    },
  },
  {
    name: 'a settled operation was called released',
    class: 'STATE',
    plant: (history, user) => {
      const operation = operationOf(history, user, 'card_load', 'settled');
      editByHand(history.table, 'operation', operation, { state: 'released' });
      return operation.amountCents + operation.feeCents;
    },
  },
  {
    name: 'a card was called deleted',
    class: 'STATE',
    plant: (history, user) => {
      editByHand(history.table, 'card', cardOf(history, user), { lifecycle: 'deleted' });
      return 0;
    },
  },
  {
    name: 'the amount of an operation was changed',
    class: 'AMOUNT',
    plant: (history, user) => {
      const operation = operationOf(history, user, 'card_load', 'settled');
      editByHand(history.table, 'operation', operation, { amountCents: cents(operation.amountCents + 60) });
      return 60;
    },
  },
  {
    name: 'what a deposit was credited was changed',
    class: 'AMOUNT',
    plant: (history, user) => {
      const deposit = depositOf(history, user);
      editByHand(history.table, 'deposit', deposit, { creditedCents: cents(deposit.creditedCents + 44) });
      return 44;
    },
  },
  {
    name: 'the number of cards was changed',
    class: 'COUNT',
    plant: (history, user) => {
      editByHand(history.table, 'wallet', walletOf(history, user), { cardCount: 0 });
      return 0;
    },
  },
  {
    name: "a line of a card's history is gone",
    class: 'COUNT',
    plant: (history, user) => {
      eraseByHand(history.table, 'cardTransaction', { cardId: cardOf(history, user).cardId, number: 2 });
      return 0;
    },
  },
  {
    name: 'an activity line shows another end',
    class: 'MOVEMENT',
    plant: (history, user) => {
      const { operationId } = operationOf(history, user, 'card_load', 'settled');
      const line = found(entitiesIn(history.table, 'movement').find(({ subjectId }) => subjectId === operationId));
      editByHand(history.table, 'movement', line, { status: 'failed' });
      return 0;
    },
  },
  {
    name: 'an activity line shows another fee',
    class: 'MOVEMENT',
    plant: (history, user) => {
      const { operationId } = operationOf(history, user, 'card_load', 'settled');
      const line = found(entitiesIn(history.table, 'movement').find(({ subjectId }) => subjectId === operationId));
      editByHand(history.table, 'movement', line, { feeCents: cents(line.feeCents - 5) });
      return -5;
    },
  },
  {
    name: 'an activity line shows that more was paid for a load',
    class: 'MOVEMENT',
    plant: (history, user) => {
      const { operationId } = operationOf(history, user, 'card_load', 'settled');
      const line = found(entitiesIn(history.table, 'movement').find(({ subjectId }) => subjectId === operationId));
      editByHand(history.table, 'movement', line, { paidCents: cents(line.paidCents + 90) });
      return 90;
    },
  },
  {
    name: 'an activity line shows that more was paid in',
    class: 'MOVEMENT',
    plant: (history, user) => {
      const { depositId } = depositOf(history, user);
      const line = found(entitiesIn(history.table, 'movement').find(({ subjectId }) => subjectId === depositId));
      editByHand(history.table, 'movement', line, { paidCents: cents(line.paidCents + 1_000) });
      return 1_000;
    },
  },
  {
    name: 'a record says that it is of another kind',
    class: 'LEGS',
    plant: (history, user) => {
      const { operationId } = operationOf(history, user, 'card_load', 'settled');
      const record = recordOf(history, `${operationId}:settled`);
      editByHand(history.table, 'journal', record, { kind: 'card_creation_settled' });
      return 0;
    },
  },
  {
    name: 'a record says that something else caused it',
    class: 'LEGS',
    plant: (history, user) => {
      const { operationId } = operationOf(history, user, 'card_load', 'settled');
      editByHand(history.table, 'journal', recordOf(history, `${operationId}:settled`), { cause: 'op_another' });
      return 0;
    },
  },
  {
    name: 'a record says that it is of yesterday',
    class: 'LEGS',
    plant: (history, user) => {
      const { operationId } = operationOf(history, user, 'card_load', 'settled');
      const record = recordOf(history, `${operationId}:settled`);
      editByHand(history.table, 'journal', record, { atMs: record.atMs - 86_400_000 });
      return 0;
    },
  },
  {
    name: 'a wallet says that it is of another person',
    class: 'UNREADABLE',
    plant: (history, user) => {
      editByHand(history.table, 'wallet', walletOf(history, user), { userId: 'usr_somebody' });
      return 0;
    },
  },
  {
    name: 'a balance is a text',
    class: 'UNREADABLE',
    plant: (history, user) => {
      const wallet = walletOf(history, user);
      editByHand(history.table, 'wallet', wallet, { heldCents: String(wallet.heldCents) as never });
      return 0;
    },
  },
  {
    name: 'an activity line is gone',
    class: 'MOVEMENT',
    plant: (history, user) => {
      const { operationId, userId, amountCents, feeCents } = operationOf(history, user, 'card_load', 'settled');
      eraseByHand(history.table, 'movement', { userId, subjectId: operationId });
      return -(amountCents + feeCents);
    },
  },
  {
    name: "a person's statistics were raised",
    class: 'AGG',
    plant: (history, { userId }) => {
      const statistics = found(entitiesIn(history.table, 'userFigures').find((each) => each.userId === userId));
      editByHand(history.table, 'userFigures', statistics, { fundedCents: cents(statistics.fundedCents + 700) });
      return 700;
    },
  },
  {
    name: 'a profile is gone',
    class: 'GAP',
    plant: ({ table }, { userId }) => {
      eraseByHand(table, 'user', { userId });
      return 0;
    },
  },
  {
    name: 'a wallet is gone',
    class: 'GAP',
    plant: ({ table }, { userId }) => {
      eraseByHand(table, 'wallet', { userId });
      return 0;
    },
  },
  {
    name: 'a deposit was credited twice',
    class: 'CREDIT_WITHOUT_PAYMENT',
    plant: (history, user) => {
      const deposit = depositOf(history, user);
      const wallet = walletOf(history, user);
      const amount = deposit.creditedCents;
      postByHand(
        history,
        { wallet },
        {
          journalId: `${deposit.depositId}:99:${amount}-${amount * 2}`,
          kind: 'deposit_adjusted',
          cause: deposit.depositId,
          legs: [debit(account.providerClearing, amount), credit(account.available(user.userId), amount)],
        },
      );
      return amount;
    },
  },
  {
    name: 'the provider never saw the money',
    class: 'CREDIT_WITHOUT_PAYMENT',
    plant: (history, user) => {
      const deposit = depositOf(history, user);
      history.payments.become(deposit.depositId, { state: 'waiting', isFinal: false, receivedAmount: undefined });
      return deposit.creditedCents;
    },
  },
  {
    name: 'the provider received less than was credited',
    class: 'AMOUNT',
    plant: (history, user) => {
      const deposit = depositOf(history, user);
      const received = deposit.creditedCents - 500;
      history.payments.become(deposit.depositId, { receivedAmount: (received / 100).toFixed(2) });
      editByHand(history.table, 'deposit', deposit, { receivedAmount: (received / 100).toFixed(2) });
      return 500;
    },
  },
  {
    name: 'the provider received more than was credited',
    class: 'MISSING_CREDIT',
    plant: (history, user) => {
      const deposit = depositOf(history, user);
      history.payments.become(deposit.depositId, {
        state: 'paid_over',
        receivedAmount: ((deposit.creditedCents + 900) / 100).toFixed(2),
      });
      return -900;
    },
  },
  {
    name: 'a deposit was refunded, and nobody heard',
    class: 'REFUND_NOT_POSTED',
    plant: (history, user) => {
      const deposit = depositOf(history, user);
      history.payments.become(deposit.depositId, { state: 'refunded' });
      return deposit.creditedCents;
    },
  },
  {
    name: 'a deposit is locked at the provider, and nobody heard',
    class: 'STATUS',
    plant: (history, user) => {
      history.payments.become(depositOf(history, user).depositId, { state: 'locked' });
      return 0;
    },
  },
  {
    name: 'the issuer did what we released',
    class: 'ORPHAN_LOAD',
    needs: 'declined',
    plant: (history, user) => {
      const operation = operationOf(history, user, 'card_load', 'released');
      const { operationId, amountCents, issuerCardId = '' } = operation;
      history.issuer.transfers.set(operationId, {
        kind: 'load',
        amountCents,
        issuerCardId,
        state: 'successful',
        effects: 1,
      });
      moveAtIssuer(history, cardOf(history, user), amountCents);
      return -amountCents;
    },
  },
  {
    name: 'the issuer did not do what we settled',
    class: 'MISSING_LOAD',
    plant: (history, user) => {
      const operation = operationOf(history, user, 'card_load', 'settled');
      const { operationId, amountCents, issuerCardId = '' } = operation;
      history.issuer.transfers.set(operationId, {
        kind: 'load',
        amountCents,
        issuerCardId,
        state: 'failed',
        effects: 0,
      });
      moveAtIssuer(history, cardOf(history, user), -amountCents);
      return amountCents;
    },
  },
  {
    name: 'a purchase of which nobody heard',
    class: 'CARD_BALANCE',
    plant: (history, user) => {
      history.issuer.charge(cardOf(history, user).issuerCardId ?? '', 321, `UNHEARD-${user.userId}`);
      return 321;
    },
  },
  {
    name: 'a refund of which nobody heard',
    class: 'CARD_BALANCE',
    plant: (history, user) => {
      history.issuer.refund(cardOf(history, user).issuerCardId ?? '', 222, `UNHEARD-REFUND-${user.userId}`);
      return -222;
    },
  },
  {
    name: 'the issuer stopped a card',
    class: 'STATUS',
    plant: (history, user) => {
      const theirs = issued(history, cardOf(history, user));
      history.issuer.cards.set(theirs.issuerCardId, { ...theirs, isActive: false });
      return 0;
    },
  },
  {
    name: 'the issuer deleted a card',
    class: 'STATUS',
    plant: (history, user) => {
      const theirs = issued(history, cardOf(history, user));
      history.issuer.cards.set(theirs.issuerCardId, { ...theirs, isDeleted: true });
      return 0;
    },
  },
  {
    name: 'nobody looks after a deposit',
    class: 'STUCK',
    plant: (history, user) => {
      const deposit = depositOf(history, user);
      writeByHand(history.table, 'deposit', { ...deposit, dueAtMs: history.clock.now() - 7_200_000 });
      return deposit.amountCents;
    },
  },
  {
    name: 'a reward names a deposit that is not there',
    class: 'UNFUNDED',
    needs: 'referrer',
    plant: (history, user) => {
      const reward = rewardOf(history, user);
      editByHand(history.table, 'reward', reward, { cause: 'dep_nowhere' });
      return reward.amountCents;
    },
  },
  {
    name: 'a reward was paid twice',
    class: 'DUP_REWARD',
    needs: 'referrer',
    plant: (history, user) => {
      const reward = rewardOf(history, user);
      postByHand(
        history,
        { referral: referralOf(history, user) },
        {
          journalId: `${reward.refereeId}:${reward.event}-2:earned`,
          kind: 'referral_reward_earned',
          cause: reward.cause ?? '',
          legs: [
            debit(account.referrals, reward.amountCents),
            credit(account.referral(user.userId), reward.amountCents),
          ],
        },
      );
      return reward.amountCents;
    },
  },
  {
    name: 'a reward is called unpaid that was paid',
    class: 'STATE',
    needs: 'referrer',
    plant: (history, user) => {
      const reward = rewardOf(history, user);
      editByHand(history.table, 'reward', reward, { stage: 'pending' });
      return reward.amountCents;
    },
  },
];

function rewardOf({ table }: History, { userId }: User) {
  return found(
    entitiesIn(table, 'reward').find(
      (each) => each.referrerId === userId && each.stage === 'matured' && each.event === 'signup',
    ),
  );
}

function moveAtIssuer({ issuer }: History, card: Card, change: number): void {
  const theirs = found(issuer.cards.get(card.issuerCardId ?? ''));
  const balance = cents(theirs.bookBalanceCents + change);
  issuer.cards.set(theirs.issuerCardId, { ...theirs, bookBalanceCents: balance, availableBalanceCents: balance });
}
