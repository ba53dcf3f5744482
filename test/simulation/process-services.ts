import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import { noMetrics } from '#functions/adapters/metrics/emf-metrics.ts';
import { createDynamoStore } from '#functions/adapters/dynamo/store.ts';
import { lateEffectMs } from '#functions/domain/operations/operation-steps.ts';
import type { CardIssuer, IssuerTransaction } from '#functions/ports/card-issuer.ts';
import { silentLog } from '#functions/ports/log.ts';
import type { PaymentGateway } from '#functions/ports/payment-gateway.ts';
import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';
import type { DeadLetters } from '#functions/ports/dead-letters.ts';
import type { EventMessage, EventQueue } from '#functions/ports/queue.ts';
import type { Services } from '#functions/ports/services.ts';
import { networks, type Network } from '#shared/catalogue.ts';
import { cents } from '#shared/money.ts';
import { issuerPort, type IssuerCall } from '#test/support/issuer-port.ts';
import { plainWrite, refusedWrite } from '#test/support/plain-write.ts';
import type { Item } from './engine/expression.ts';
import type { SimulatedTable } from './engine/simulated-table.ts';
import { ConnectionLost, type FaultMode } from './faults.ts';
import type { Process } from './scheduler.ts';
import { simulatedKeys } from './simulated-keys.ts';
import type { SimulatedWorld } from './simulated-world.ts';
import { floatFloorCents } from './story-times.ts';

const tableName = 'satchel';

const reads: readonly FaultMode[] = ['crash_before', 'refused'];
const commits: readonly FaultMode[] = [
  'crash_before',
  'crash_after',
  'refused',
  'contended',
  'unheard',
  'late',
  'twice',
];
/** Maximum delay until a commit whose answer was lost takes effect, in milliseconds. */
const lateCommitMs = 20_000;
const questions: readonly FaultMode[] = ['crash_before', 'crash_after', 'lost', 'busy'];
const commands: readonly FaultMode[] = [
  'crash_before',
  'crash_after',
  'lost',
  'unheard',
  'late',
  'twice',
  'declined',
  'busy',
];
const takenCommands = commands.filter((mode) => mode !== 'declined');
/** A second card would be another card: nobody sends the request twice, and the product never does. */
const creations = commands.filter((mode) => mode !== 'twice');
/** The faults of each call of the issuer. A call that is not listed has the faults of a question. */
const modesOf: Readonly<Partial<Record<IssuerCall, readonly FaultMode[]>>> = {
  createCard: creations,
  load: commands,
  unload: commands,
  freeze: commands,
  unfreeze: commands,
  close: commands,
  deleteCardholder: commands,
  setPin: commands,
};
const sends: readonly FaultMode[] = ['crash_before', 'crash_after', 'refused', 'unheard', 'twice'];

/**
 * Makes the services of one process: the real store adapter over the simulated table, and providers in front of their
 * own books. Each call to the outside is an effect: the scheduler decides when it happens, and it may go wrong.
 */
export function processServices(world: SimulatedWorld, process: Process): Services {
  const { scheduler, issuer, payments } = world;

  /** Waits for the process's turn. Returns the fault of the effect; undefined for none. */
  async function begin(name: string, modes: readonly FaultMode[]): Promise<FaultMode | undefined> {
    await scheduler.turn(process);
    process.effects += 1;
    const boundary = { flow: process.flow, name };
    const mode = world.faultAt(boundary, modes, process.effects);
    world.reached(boundary, mode, modes);
    if (mode === 'crash_before') await crash(name, mode);
    return mode;
  }

  async function crash(name: string, mode: FaultMode): Promise<never> {
    world.narrate(`${process.flow} #${process.id} dies ${mode === 'crash_before' ? 'before' : 'after'} ${name}`);
    return world.died(process);
  }

  async function ask<T>(name: string, act: () => T): Promise<T> {
    const mode = await begin(name, reads);
    if (mode === 'refused') throw new ConnectionLost(`${name} was throttled`);
    return act();
  }

  const client = {
    async send(command: unknown): Promise<unknown> {
      if (command instanceof GetCommand) {
        const key = command.input.Key as Item;
        return ask(`read ${kindOfKey(key)}`, () => ({ Item: world.table.get(key) }));
      }
      if (command instanceof BatchGetCommand) {
        const keys = (command.input.RequestItems?.[tableName]?.Keys ?? []) as readonly Item[];
        return ask(`read ${[...new Set(keys.map(kindOfKey))].join(' and ')}`, () => ({
          Responses: { [tableName]: keys.flatMap((key) => world.table.get(key) ?? []) },
        }));
      }
      if (command instanceof QueryCommand) {
        return ask(`list ${command.input.IndexName ?? 'items'}`, () => {
          const { items, last } = world.table.query(command.input);
          return { Items: items, Count: items.length, LastEvaluatedKey: last };
        });
      }
      const single = plainWrite(command);
      if (single ?? command instanceof TransactWriteCommand) {
        const actions = single ?? (command as TransactWriteCommand).input.TransactItems ?? [];
        const name = `commit ${nameOfActions(actions)}`;
        const mode = await begin(name, commits);
        if (mode === 'refused') throw new ConnectionLost(`${name} was throttled`);
        if (mode === 'contended' && single) throw refusedWrite('TransactionConflict');
        if (mode === 'contended')
          throw cancelled(actions.map((_, index) => (index === 0 ? 'TransactionConflict' : 'None')));
        if (mode === 'late') {
          world.later(lateCommitMs, `${name} of ${process.flow} #${process.id} arrives late`, () =>
            world.table.transact(actions),
          );
          throw new ConnectionLost(`${name} was not answered`);
        }
        world.writer = process;
        const refused = world.table.transact(actions);
        // Repeats the request, as a network may. A second effect would mean that the write was not conditional.
        const again = mode === 'twice' ? world.table.transact(actions) : undefined;
        world.writer = undefined;
        if (!refused) for (const action of actions) process.wrote.add(entityOf(action));
        if (mode === 'crash_after') return crash(name, mode);
        if (mode === 'unheard') throw new ConnectionLost(`nobody heard of ${name}`);
        // A write of one item has no idempotency token: its caller gets the reply to the repetition.
        if (single && (again ?? refused)) {
          const found = world.table.get(keyOfItem(single));
          throw refusedWrite((again ?? refused)?.reasons[0] ?? '', mode === 'twice', found);
        }
        if (refused) throw cancelled(refused.reasons);
        return {};
      }
      throw new Error(`the simulated table does not know ${(command as object).constructor.name}`);
    },
  } as unknown as DynamoDBDocumentClient;

  /** Calls a provider: the effect there, and then the answer. */
  async function call<T>(
    name: string,
    modes: readonly FaultMode[],
    act: () => ProviderAnswer<T>,
    sendBeforeMs = Infinity,
    onTurn?: () => void,
  ): Promise<ProviderAnswer<T>> {
    const answer = await send(name, modes, act, sendBeforeMs, onTurn);
    // The answer takes time too: its reader may have been frozen since.
    await scheduler.turn(process);
    return answer;
  }

  async function send<T>(
    name: string,
    modes: readonly FaultMode[],
    act: () => ProviderAnswer<T>,
    sendBeforeMs: number,
    onTurn?: () => void,
  ): Promise<ProviderAnswer<T>> {
    const mode = await begin(name, modes);
    onTurn?.();
    // Checks the clock at the moment in which the request would leave, as the adapter does.
    if (clock.now() >= sendBeforeMs) {
      world.narrate(`${process.flow} #${process.id}: it is too late for ${name}`);
      return { outcome: 'not_processed', retryAfterMs: 2_000, detail: 'too late' };
    }
    const unknown = { outcome: 'unknown', detail: String(mode) } as const;
    if (mode !== undefined && mode !== 'crash_after')
      world.narrate(`${process.flow} #${process.id}: ${name} is ${mode}`);
    switch (mode) {
      case 'lost':
        return unknown;
      case 'unheard':
        act();
        return unknown;
      case 'late':
        world.later(lateEffectMs - 60_000, `${name} of ${process.flow} #${process.id} takes effect late`, act);
        return unknown;
      case 'declined':
        return { outcome: 'declined', reason: 'rejected', detail: 'scripted' };
      case 'busy':
        return { outcome: 'not_processed', retryAfterMs: 5_000, detail: 'scripted' };
      case 'twice':
        act();
        return act();
      case 'crash_after':
        act();
        return crash(name, mode);
      default:
        return act();
    }
  }

  /** Calls a provider to change something, before a time limit. A call without a limit is a failure of the product. */
  function command<T>(
    name: string,
    modes: readonly FaultMode[],
    act: () => ProviderAnswer<T>,
    sendBeforeMs: number | undefined,
    onTurn?: () => void,
  ): Promise<ProviderAnswer<T>> {
    if (sendBeforeMs === undefined) world.failures.push(`${process.flow} sends ${name} whenever it likes`);
    return call(name, modes, act, sendBeforeMs, onTurn);
  }

  /** Sends a request that moves money. It counts as open until an answer reports its outcome. */
  async function request<T>(reference: string, send: () => Promise<ProviderAnswer<T>>): Promise<ProviderAnswer<T>> {
    if (process.flow === 'admin.ask-operation')
      world.failures.push(`${reference} is sent again by a question about it`);
    world.attempts.leave(reference);
    const answer = await send();
    if (answer.outcome !== 'unknown') world.attempts.answered(reference);
    return answer;
  }

  /** Asks for what may change before the answer is used: then the reader is slow, so that others get ahead of it. */
  async function read<T>(
    name: string,
    modes: readonly FaultMode[],
    act: () => ProviderAnswer<T>,
    change: (answered: T) => boolean | undefined,
  ): Promise<ProviderAnswer<T>> {
    const answer = await call(name, modes, act);
    const isOld = answer.outcome === 'success' && change(answer.value);
    if (isOld) await scheduler.turn(process, scheduler.nowMs + world.choices.below(200));
    return answer;
  }

  const port = issuerPort(issuer, (name, act, order) => {
    const modes = modesOf[name] ?? questions;
    if (order === undefined) return read(`issuer.${name}`, modes, act, () => world.onIssuerRead?.());
    const { reference, sendBeforeMs } = order;
    const onTurn =
      name === 'load' && reference !== undefined ? () => world.attempts.leaveInOrder(reference) : undefined;
    const send = () => command(`issuer.${name}`, modes, act, sendBeforeMs, onTurn);
    return reference === undefined ? send() : request(reference, send);
  });
  const issuerOfProcess: CardIssuer = {
    ...port,
    listTransactions: async (query) => {
      const answer = await port.listTransactions(query);
      if (answer.outcome !== 'success') return answer;
      return { ...answer, value: { ...answer.value, transactions: answer.value.transactions.map(asListed) } };
    },
  };
  const success = <T>(value: T): ProviderAnswer<T> => ({ outcome: 'success', value });

  const paymentsPort: PaymentGateway = {
    requestPayment: (command) => {
      // The provider does not decline a payment that it has taken, when it is asked again.
      const modes = payments.invoices.has(command.depositId) ? takenCommands : commands;
      return call('payments.requestPayment', modes, () => success(payments.request(command)));
    },
    readPayment: (reference) => {
      const act = () => success(payments.invoices.get(reference));
      return read('payments.readPayment', questions, act, (payment) => payment && world.onPaymentRead?.(payment));
    },
    listServices: () =>
      call('payments.listServices', questions, () =>
        success(
          (Object.keys(networks) as Network[]).map((network) => ({
            coin: 'USDT' as const,
            network,
            isAvailable: true,
            minAmount: '1',
            maxAmount: '100000',
          })),
        ),
      ),
    requestWebhook: (reference) =>
      call('payments.requestWebhook', commands, () => success(payments.sendAgain(reference))),
    readRate: () => call('payments.readRate', questions, () => success('1')),
    readBalances: () => call('payments.readBalances', questions, () => success({ USDT: payments.balance })),
    verifyWebhook: (rawBody) => JSON.parse(Buffer.from(rawBody).toString('utf8')) as never,
    readStoredWebhook: (rawBody) => JSON.parse(Buffer.from(rawBody).toString('utf8')) as never,
    networkCode: (network) => network.toLowerCase(),
  };

  const queue = (name: 'payment-events' | 'issuer-events'): EventQueue => ({
    send: async (message: EventMessage) => {
      const mode = await begin(`send ${name}`, sends);
      if (mode === 'refused') throw new ConnectionLost('the queue is not there');
      if (process.flow === 'admin.replay-webhook' && !process.wrote.has('audit'))
        world.failures.push('a webhook is replayed, and no audit record says so');
      world.enqueue(name, message);
      if (mode === 'twice') world.enqueue(name, message);
      if (mode === 'crash_after') await crash(`send ${name}`, mode);
      if (mode === 'unheard') throw new ConnectionLost('the queue took it, and nobody heard');
    },
  });

  const letters = (name: 'payment-events' | 'issuer-events'): DeadLetters => {
    const own = () => world.deadLetters.filter(({ queue: from }) => from === name);
    return {
      peek: () =>
        ask(`list dead ${name}`, () => ({
          count: own().length,
          sample: own().map(({ message }) => ({ body: JSON.stringify(message), sentAtMs: undefined })),
        })),
      giveBack: async (untilMs) => {
        let moved = 0;
        for (;;) {
          // Two calls at once may move the same message: it is hidden from others only for a while.
          const [letter] = own();
          if (letter === undefined || clock.now() >= untilMs) return moved;
          const mode = await begin(`send back ${name}`, sends);
          if (!process.wrote.has('audit')) world.failures.push('messages are given back, and no audit record says so');
          if (mode !== 'refused') world.enqueue(name, letter.message);
          if (mode === 'twice') world.enqueue(name, letter.message);
          // It is sent before it is removed.
          if (mode === 'crash_after') await crash(`send back ${name}`, mode);
          if (mode === 'refused' || mode === 'unheard') throw new ConnectionLost('the queue is not there');
          const at = world.deadLetters.indexOf(letter);
          if (at >= 0) world.deadLetters.splice(at, 1);
          moved += 1;
        }
      },
    };
  };

  const clock = {
    now: () => scheduler.nowMs + process.skewMs,
    sleep: (milliseconds: number) => scheduler.turn(process, scheduler.nowMs + Math.ceil(milliseconds)),
  };
  return {
    store: createDynamoStore(client, tableName, clock),
    clock,
    random: world.random,
    log: silentLog,
    metrics: noMetrics,
    payments: paymentsPort,
    issuer: issuerOfProcess,
    mailer: { send: async (mail) => void world.mails.push(mail) },
    returnedMails: { listedSince: async () => [] },
    keys: simulatedKeys,
    paymentEvents: queue('payment-events'),
    issuerEvents: queue('issuer-events'),
    deadLetters: { 'payment-events': letters('payment-events'), 'issuer-events': letters('issuer-events') },
    settings: { siteUrl: 'https://satchel.example', floatFloorCents: cents(floatFloorCents) },
  };
}

/** Returns a client that only reads, at once and without faults, for checks of the table from outside of the story. */
export function readingClient(table: SimulatedTable): DynamoDBDocumentClient {
  const send = async (command: unknown): Promise<unknown> => {
    if (command instanceof GetCommand) return { Item: table.get(command.input.Key as Item) };
    if (command instanceof BatchGetCommand) {
      const keys = (command.input.RequestItems?.[tableName]?.Keys ?? []) as readonly Item[];
      return { Responses: { [tableName]: keys.flatMap((key) => table.get(key) ?? []) } };
    }
    if (command instanceof QueryCommand) {
      const { items, last } = table.query(command.input);
      return { Items: items, LastEvaluatedKey: last };
    }
    throw new Error(`nobody but the story does ${(command as object).constructor.name}`);
  };
  return { send } as unknown as DynamoDBDocumentClient;
}

function cancelled(reasons: readonly string[]): TransactionCanceledException {
  return new TransactionCanceledException({
    message: 'cancelled',
    $metadata: {},
    CancellationReasons: reasons.map((Code) => ({ Code })),
  });
}

/** `ACCOUNT#usr_…` and `BALANCE` is a `BALANCE of ACCOUNT`. */
function kindOfKey(key: Item): string {
  return `${wordOf(String(key['sk']))} of ${wordOf(String(key['pk']))}`;
}

const words = new Map<string, string>();

/** The first part of a key, in small letters; of an id its prefix. */
function wordOf(part: string): string {
  const end = part.search(/#|(?<=^[a-z]{3})_/);
  const first = end < 0 ? part : part.slice(0, end);
  const known = words.get(first);
  if (known !== undefined) return known;
  const word = first.toLowerCase();
  words.set(first, word);
  return word;
}

type Actions = NonNullable<TransactWriteCommand['input']['TransactItems']>;

function keyOfItem([only]: Actions): Item {
  const { pk, sk } = (only?.Put?.Item ?? {}) as Item;
  return { pk, sk };
}

function entityOf({ Put, Delete, Update, ConditionCheck }: Actions[number]): string {
  const item = Put?.Item as { readonly entity?: string } | undefined;
  return item?.entity ?? kindOfKey((Delete ?? Update ?? ConditionCheck)?.Key as Item);
}

/** Returns the kinds that a transaction writes, the same for any person: `claim, movement, operation, wallet`. */
function nameOfActions(actions: Actions): string {
  const names = actions.map((action) => {
    const item = action.Put?.Item as { readonly entity?: string } | undefined;
    if (item) return item.entity ?? 'item';
    return kindOfKey((action.Delete ?? action.ConditionCheck ?? action.Update)?.Key as Item);
  });
  return [...new Set(names)].toSorted().join(', ');
}

/**
 * Changes some transactions as the issuer's enrichment does: in the list they have another text and one more reference
 * than in the event about them. The product must recognize them as the same transactions.
 */
function asListed(transaction: IssuerTransaction): IssuerTransaction {
  const { reference, description } = transaction;
  if (!/^purchase-\d*[13579](?:_|$)/.test(reference)) return transaction;
  const other = `listed-${reference}`;
  return {
    ...transaction,
    reference: other,
    references: [other, reference],
    merchantName: transaction.merchantName.toUpperCase(),
    description: `${description} SERVICE FEE`,
  };
}
