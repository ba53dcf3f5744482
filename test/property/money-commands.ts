import { cents } from '#shared/money.ts';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { handler as create } from '#functions/api/cards/create.ts';
import { handler as remove } from '#functions/api/cards/delete.ts';
import { handler as freeze } from '#functions/api/cards/freeze.ts';
import { handler as load } from '#functions/api/cards/load.ts';
import { handler as unfreeze } from '#functions/api/cards/unfreeze.ts';
import { handler as unload } from '#functions/api/cards/unload.ts';
import { catchUpCard } from '#functions/domain/cards/catch-up-card.ts';
import { reconcileDueCards } from '#functions/domain/cards/reconcile-due-cards.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { processIssuerEvent } from '#functions/domain/events/process-issuer-event.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import type { IssuerTransaction } from '#functions/ports/card-issuer.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { callRoute, type RouteAnswer } from '#test/support/call-route.ts';
import type { MemoryStore } from '#test/support/memory-store.ts';
import type { MoneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';
import { changePrices } from '#test/support/change-prices.ts';
import { PersonModel, type CardModel, type Fate } from './ledger-model.ts';

/** Time after which a request that was sent has been answered or is lost, in milliseconds. */
const answeredOrLostMs = 16_000;

/** The real product, its models, and earlier results that later commands refer to. */
export type MoneyStage = {
  readonly world: MoneyWorld;
  readonly people: readonly User[];
  readonly models: readonly PersonModel[];
  readonly deposits: { readonly who: number; readonly deposit: Deposit; credited: number }[];
  readonly purchases: {
    readonly who: number;
    readonly card: number;
    readonly bought: IssuerTransaction;
    isRefunded: boolean;
  }[];
  /** Returns everything that is stored. */
  readonly books: () => Promise<Pick<MemoryStore, 'all'>>;
};

type Models = readonly PersonModel[];
type Command = fc.AsyncCommand<Models, MoneyStage>;
type Act = (stage: MoneyStage, model: PersonModel, who: number) => Promise<void>;

/** Two people with $400 and a card each. */
export async function stageFor(world: MoneyWorld, books: MoneyStage['books']): Promise<MoneyStage> {
  // In the model every withdrawal succeeds, even when a purchase took the money first.
  world.issuer.overdraws = true;
  const people = [await world.cardholder(42_000), await world.cardholder(42_000)];
  const models = people.map(() => new PersonModel());
  for (const [who, person] of people.entries()) {
    await world.openCard(person);
    models[who]?.credit(42_000);
    models[who]?.createCard();
  }
  return { world, people, models, deposits: [], purchases: [], books };
}

/** Actions of people and providers at any time. A command that finds nothing to act on does nothing. */
export const moneyCommands = [
  fc
    .record({
      who: fc.nat(1),
      asked: fc.integer({ min: 500, max: 400_000 }),
      percent: fc.integer({ min: 1, max: 200 }),
      times: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ who, asked, percent, times }) =>
      command(`person ${who} pays ${percent} % of ${asked}, reported ${times} times`, who, async (stage, model) => {
        const received = Math.ceil((asked * percent) / 100);
        const deposit = await openDeposit(stage.world, personOf(stage, who), asked);
        const state = received === asked ? 'paid' : received > asked ? 'paid_over' : 'paid_less';
        await report(stage, deposit, { state, receivedAmount: (received / 100).toFixed(2) }, times);
        stage.deposits.push({ who, deposit, credited: received });
        model.credit(received);
      }),
    ),
  fc.record({ pick: fc.nat(20), times: fc.integer({ min: 1, max: 3 }) }).map(({ pick, times }) =>
    command(`deposit ${pick} is refunded, reported ${times} times`, 0, async (stage) => {
      const paid = stage.deposits[pick % Math.max(1, stage.deposits.length)];
      if (!paid) return;
      await report(stage, paid.deposit, { state: 'refunded' }, times);
      stage.models[paid.who]?.takeBack(paid.credited);
      paid.credited = 0;
    }),
  ),
  fc
    .record({
      cardFee: fc.integer({ min: 0, max: 5_000 }),
      first: fc.integer({ min: 100, max: 10_000 }),
      hundredths: fc.integer({ min: 0, max: 1_000 }),
      fixed: fc.integer({ min: 0, max: 1_000 }),
    })
    .map((prices) =>
      command(`prices become ${JSON.stringify(prices)}`, 0, async (stage) => {
        await changePrices(stage.world, {
          cardFeeCents: cents(prices.cardFee),
          firstLoadCents: cents(prices.first),
          loadPercent: prices.hundredths / 100,
          loadFixedCents: cents(prices.fixed),
        });
        for (const model of stage.models) model.prices = prices;
      }),
    ),
  fc.nat(1).map((who) =>
    command(`person ${who} creates a card`, who, async (stage, model) => {
      const answer = await twice(stage, (headers) =>
        callRoute('cards.create', create, stage.world.services, {
          as: personOf(stage, who),
          body: { name: 'Any', pin: 7 },
          headers,
        }),
      );
      expect(answer.code ?? 'done').toBe(model.createCard());
    }),
  ),
  fc
    .record({
      who: fc.nat(1),
      pick: fc.nat(2),
      percent: fc.integer({ min: 1, max: 105 }),
      fate: fc.constantFrom('done', 'unheard', 'declined', 'lost'),
    })
    .map(({ who, pick, percent, fate }) =>
      command(
        `person ${who} loads card ${pick} with ${percent} % of the balance (${fate})`,
        who,
        async (stage, model) => {
          const amount = Math.min(1_000_000, Math.max(100, Math.floor((model.available * percent) / 100)));
          const index = pick % Math.max(1, model.cards.length);
          const card = (await cardsOf(stage, who))[index];
          const modelCard = model.cards[index];
          if (!card || !modelCard) return;
          // A load is sent only after the earlier loads of its card were answered or lost.
          if (modelCard.underWay.length > 0) stage.world.clock.advance(answeredOrLostMs);
          const expected = model.load(modelCard, amount, fateOf(fate));
          misbehave(stage, 'load', fate, expected);
          const answer = await twice(stage, (headers) =>
            callRoute('cards.load', load, stage.world.services, {
              as: personOf(stage, who),
              params: { id: card.cardId },
              body: { amount },
              headers,
            }),
          );
          expect(answer.code ?? (answer.status === 202 ? 'under way' : 'done')).toBe(expected);
        },
      ),
    ),
  fc
    .record({
      who: fc.nat(1),
      pick: fc.nat(3),
      percent: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 105 })),
      fate: fc.constantFrom('done', 'unheard', 'declined', 'lost'),
    })
    .map(({ who, pick, percent, fate }) =>
      command(
        `person ${who} withdraws ${percent} % of what may leave card ${pick} (${fate})`,
        who,
        async (stage, model) => {
          const [card, modelCard] = await pickCard(stage, who, pick);
          if (!card || !modelCard) return;
          const amount = Math.max(1, Math.floor(((modelCard.balance - 100) * percent) / 100));
          const expected = model.withdraw(modelCard, amount, fateOf(fate), stage.world.clock.now());
          misbehave(stage, 'unload', fate, expected);
          const answer = await twice(stage, (headers) =>
            callRoute('cards.unload', unload, stage.world.services, {
              as: personOf(stage, who),
              params: { id: card.cardId },
              body: { amount },
              headers,
            }),
          );
          expect(answer.code ?? (answer.status === 202 ? 'under way' : 'done')).toBe(expected);
        },
      ),
    ),
  fc
    .record({
      who: fc.nat(1),
      pick: fc.nat(3),
      isSpent: fc.boolean(),
      fate: fc.constantFrom('done', 'unheard', 'declined', 'lost'),
    })
    .map(({ who, pick, isSpent, fate }) =>
      command(`person ${who} deletes ${isSpent ? 'spent ' : ''}card ${pick} (${fate})`, who, async (stage, model) => {
        const [card, modelCard] = await pickCard(stage, who, pick);
        if (!card || !modelCard) return;
        // Any other card is refused, because there is more on it than a deletion may move.
        if (isSpent && modelCard.life === 'open' && modelCard.balance > 100) {
          const index = pick % model.cards.length;
          await buy(stage, model, { who, index, card, amount: modelCard.balance - 60, times: 1 });
        }
        const first = modelCard.balance > 0 ? 'unload' : 'close';
        // A card that the issuer refuses to close, or whose message is lost, stays until the sweeper runs.
        const isClosed = fate !== 'lost' && (fate !== 'declined' || first === 'unload');
        const expected = model.remove(modelCard, isClosed);
        const answer = await twice(stage, (headers) =>
          callRoute('cards.delete', remove, stage.world.services, {
            as: personOf(stage, who),
            params: { id: card.cardId },
            headers,
          }),
        );
        expect(answer.code ?? 'done').toBe(expected);
        // Removes a lost message from the queue too, or the next deletion would take it for its own.
        const [message] = stage.world.queued.splice(0).filter(({ eventId }) => eventId.startsWith('closing:'));
        if (expected !== 'done' || fate === 'lost') return;
        misbehave(stage, first, fate, expected);
        await processIssuerEvent(stage.world.services, message?.eventId ?? '');
      }),
    ),
  fc
    .record({
      who: fc.nat(1),
      pick: fc.nat(2),
      amount: fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 30_000 })),
      times: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ who, pick, amount, times }) =>
      command(`card ${pick} of person ${who} pays ${amount}, reported ${times} times`, who, async (stage, model) => {
        const index = pick % Math.max(1, model.cards.length);
        const card = (await cardsOf(stage, who))[index];
        const modelCard = model.cards[index];
        if (!card || !modelCard) return;
        await buy(stage, model, { who, index, card, amount, times });
      }),
    ),
  fc.record({ pick: fc.nat(20), kind: fc.constantFrom('_REVERSAL', '-REFUND') }).map(({ pick, kind }) =>
    command(`purchase ${pick} comes back (${kind})`, 0, async (stage) => {
      const purchase = stage.purchases[pick % Math.max(1, stage.purchases.length)];
      if (!purchase || purchase.isRefunded) return;
      purchase.isRefunded = true;
      const { who, bought } = purchase;
      const card = (await cardsOf(stage, who))[purchase.card];
      const modelCard = stage.models[who]?.cards[purchase.card];
      if (!card || !modelCard) throw new Error('a purchase has a card');
      stage.world.issuer.refund(bought.issuerCardId, bought.amountCents, `${bought.reference}${kind}`);
      await atOnce(2, () => catchUpCard(stage.world.services, card, undefined));
      stage.models[who]?.charge(modelCard, -bought.amountCents, await isFrozenForGood(stage, who, purchase.card));
    }),
  ),
  fc
    .record({ who: fc.nat(1), pick: fc.nat(2), wanted: fc.boolean(), isHeard: fc.boolean() })
    .map(({ who, pick, wanted, isHeard }) =>
      command(
        `person ${who} ${wanted ? '' : 'un'}freezes card ${pick}${isHeard ? '' : ' (unheard)'}`,
        who,
        async (stage, model) => {
          const index = pick % Math.max(1, model.cards.length);
          const card = (await cardsOf(stage, who))[index];
          const modelCard = model.cards[index];
          if (!card || !modelCard) return;
          const isOpen = modelCard.life === 'open';
          if (!isHeard && wanted && isOpen && card.actual === 'active')
            stage.world.issuer.misbehave('freeze', { does: 'unheard' });
          const request = { as: personOf(stage, who), params: { id: card.cardId } };
          const { reply, code } = wanted
            ? await callRoute('cards.freeze', freeze, stage.world.services, request)
            : await callRoute('cards.unfreeze', unfreeze, stage.world.services, request);
          if (isOpen && !wanted && model.debt > 0) return expect(code).toBe('CardBlocked');
          expect(isOpen ? reply.card.status : code).toBe(isOpen ? (wanted ? 'freezed' : 'active') : 'CardNotActive');
          if (isOpen) modelCard.isFrozen = wanted;
        },
      ),
    ),
  fc.constant(
    command('the sweeper comes round', 0, async (stage) => {
      stage.world.clock.advance(60_000);
      await atOnce(2, () => sweepOperations(stage.world.services));
      for (const model of stage.models) model.sweep();
    }),
  ),
  fc
    .integer({ min: 1, max: 600_000 })
    .map((ms) => command(`${ms} ms pass`, 0, async (stage) => stage.world.clock.advance(ms))),
];

/** Makes a command that compares all balances with the models afterwards. */
function command(name: string, who: number, act: Act): Command {
  return {
    check: () => true,
    toString: () => name,
    run: async (models, stage) => {
      const model = models[who];
      if (!model) throw new Error('nobody is there');
      await act(stage, model, who);
      // Does the work of the queue message that is sent when a debt begins or ends.
      for (const { userId } of stage.people) await reconcileDueCards(stage.world.services, userId);
      for (const [index, person] of stage.people.entries()) {
        // A lost freeze is repeated once it is due, which may happen during any later command.
        for (const [place, card] of models[index]?.cards.entries() ?? [])
          if (await isFrozenForGood(stage, index, place)) models[index]?.frozenForGood(card);
        const { availableCents, heldCents, debtCents } = await stage.world.wallet(person);
        const cards = await cardsOf(stage, index);
        for (const { lifecycle, frozenReasons, actual, dueAtMs } of cards) {
          if (lifecycle !== 'open') continue;
          expect(frozenReasons.includes('debt'), 'a debt freezes every card').toBe(debtCents > 0);
          expect(debtCents === 0 || actual === 'frozen' || dueAtMs !== undefined, 'a freeze is done or due').toBe(true);
        }
        expect({
          available: availableCents,
          held: heldCents,
          debt: debtCents,
          cards: cards.map((card) => card.balanceCents),
        }).toEqual({
          available: models[index]?.available,
          held: models[index]?.held,
          debt: models[index]?.debt,
          cards: models[index]?.cards.map(({ balance }) => balance),
        });
        for (const { issuerCardId = '', balanceCents, pendingOutCents, fetchCents = 0 } of cards) {
          // Operations under way have not reached the issuer in this world, so its balance includes their money.
          expect(stage.world.issuer.cards.get(issuerCardId)?.bookBalanceCents, 'the issuer has as much').toBe(
            balanceCents + pendingOutCents + fetchCents,
          );
        }
      }
    },
  };
}

function personOf({ people }: MoneyStage, who: number): User {
  const person = people[who];
  if (!person) throw new Error('nobody is there');
  return person;
}

/** A person's cards, oldest first as the model has them. */
async function cardsOf(stage: MoneyStage, who: number): Promise<readonly Card[]> {
  return (await stage.world.services.store.listCards(personOf(stage, who).userId)).toReversed();
}

/** True when the issuer has confirmed that a card is frozen, and no earlier call can still unfreeze it. */
async function isFrozenForGood(stage: MoneyStage, who: number, index: number): Promise<boolean> {
  const card = (await cardsOf(stage, who))[index];
  return card?.actual === 'frozen' && card.uncertainUntilMs === 0;
}

/** Has a card pay at a merchant, reported in this many webhooks at once. */
async function buy(
  stage: MoneyStage,
  model: PersonModel,
  {
    who,
    index,
    card,
    amount,
    times,
  }: {
    readonly who: number;
    readonly index: number;
    readonly card: Card;
    readonly amount: number;
    readonly times: number;
  },
): Promise<void> {
  const bought = stage.world.issuer.charge(card.issuerCardId ?? '', amount, `P-${stage.purchases.length}`);
  await atOnce(times, () => catchUpCard(stage.world.services, card, bought.reference));
  stage.purchases.push({ who, card: index, bought, isRefunded: false });
  const bill = model.cards[index];
  if (!bill) throw new Error('the model has the card');
  model.charge(bill, amount, await isFrozenForGood(stage, who, index));
}

async function pickCard(
  stage: MoneyStage,
  who: number,
  pick: number,
): Promise<readonly [Card | undefined, CardModel | undefined]> {
  const cards = stage.models[who]?.cards ?? [];
  const index = pick % Math.max(1, cards.length);
  return [(await cardsOf(stage, who))[index], cards[index]];
}

type Fault = 'done' | 'unheard' | 'declined' | 'lost';

function fateOf(fault: Fault): Fate {
  if (fault === 'lost') return 'under way';
  return fault === 'declined' ? fault : 'done';
}

/** Plans the fault of the next call. A refused request never reaches the issuer, so none is planned for it. */
function misbehave({ world }: MoneyStage, call: 'load' | 'unload' | 'close', fault: Fault, expected: string): void {
  if (!['done', 'under way', 'ProviderRefused'].includes(expected)) return;
  const reason = call === 'unload' ? 'unavailable' : 'rejected';
  if (fault === 'declined') world.issuer.misbehave(call, { does: fault, reason });
  if (fault === 'unheard' || fault === 'lost') world.issuer.misbehave(call, { does: fault });
}

async function atOnce(times: number, act: () => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: times }, act));
}

/** Has the provider report a change of a payment, in this many webhooks at once. */
async function report(
  { world }: MoneyStage,
  { depositId }: Deposit,
  changes: Partial<Payment>,
  times: number,
): Promise<void> {
  world.payments.become(depositId, changes);
  const payment = world.payments.invoices.get(depositId);
  if (!payment) throw new Error('no invoice');
  await atOnce(times, () => applyFresh(world.services, depositId, payment));
}

/** Sends a request twice with the same key, and expects equal answers. */
async function twice<T extends RouteAnswer<'cards.load' | 'cards.create' | 'cards.unload' | 'cards.delete'>>(
  stage: MoneyStage,
  send: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  const headers = { 'idempotency-key': stage.world.services.random.token(32) };
  const first = await send(headers);
  const second = await send(headers);
  expect([second.status, second.body]).toEqual([first.status, first.body]);
  return first;
}
