import { cents } from '#shared/money.ts';
import type { streamGrants, workerGrants } from '#infra/definition/grants.ts';
import { storeEvent } from '#functions/domain/events/store-event.ts';
import { countChanges } from '#functions/domain/statistics/count-changes.ts';
import { notePurchases } from '#functions/domain/subscriptions/note-purchases.ts';
import { notifyOfChanges } from '#functions/domain/notifications/notify-of-changes.ts';
import { insert } from '#functions/ports/store.ts';
import { samples } from '#test/support/sample-entities.ts';
import type { EventMessage } from '#functions/ports/queue.ts';
import { handler as issuerEvents } from '#functions/workers/issuer-events.ts';
import { handler as paymentEvents } from '#functions/workers/payment-events.ts';
import type { WorkerHandler } from '#functions/runtime/queue-worker.ts';
import { sqsEvent } from '#test/support/sqs-event.ts';
import type { CostStage } from './cost-stage.ts';
import { purchase } from './route-scenarios.ts';

/** The workers on queues and on the table's stream. */
export type WorkerName = keyof typeof workerGrants | keyof typeof streamGrants;

/** Sets up a worker's input and returns the work itself. */
type PrepareWork = (stage: CostStage) => Promise<() => Promise<unknown>>;

/** Inputs of each worker. A worker without one does not compile. */
export const workerScenarios: { readonly [W in WorkerName]: Readonly<Record<string, PrepareWork>> } = {
  'payment-events': {
    'a payment is credited': async (stage) => {
      const { depositId } = stage.deposit;
      stage.world.payments.become(depositId, { state: 'paid', receivedAmount: '50.00' });
      return oneEvent(
        stage,
        'payments',
        { reference: depositId, paymentId: 'x', claimedStatus: 'paid' },
        paymentEvents,
      );
    },
  },
  'issuer-events': {
    'a purchase': async (stage) => {
      stage.world.issuer.charge(stage.card.issuerCardId ?? '', 120, 'P-1');
      return oneEvent(stage, 'issuer', purchase(stage), issuerEvents);
    },
  },
  aggregates: {
    'a record of the journal': async (stage) => () =>
      countChanges(stage.services, [{ kind: 'journal', key: { journalId: stage.journalId } }]),
  },
  notifications: {
    'a purchase': async ({ services, world, card }) => {
      const after = { ...card, transactionCount: card.transactionCount + 1, balanceCents: cents(0) };
      const { cardId, transactionCount: number } = after;
      const line = { ...samples.cardTransaction, cardId, number, kind: 'purchase', status: 'settled' } as const;
      await world.store.commit([insert('cardTransaction', line)]);
      const changes = [{ kind: 'card', before: card, after }] as const;
      return async () => {
        await notePurchases(services, changes);
        return notifyOfChanges(services, changes);
      };
    },
    'a card that is frozen, which is mailed at once':
      async ({ services, card }) =>
      () =>
        notifyOfChanges(services, [{ kind: 'card', before: card, after: { ...card, frozenReasons: ['declines'] } }]),
  },
};

async function oneEvent(
  { services }: CostStage,
  source: 'payments' | 'issuer',
  claim: object,
  handler: WorkerHandler,
): Promise<() => Promise<unknown>> {
  const messages: EventMessage[] = [];
  const queue = { send: async (message: EventMessage) => void messages.push(message) };
  await storeEvent({ ...services, queue }, { source, body: Buffer.from(JSON.stringify(claim)), about: 'dep_1' });
  return async () => {
    const { batchItemFailures } = await handler.using(services)(sqsEvent(messages));
    if (batchItemFailures.length > 0) throw new Error('the worker failed');
  };
}
