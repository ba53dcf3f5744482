import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import type { Item } from '#test/simulation/engine/expression.ts';
import type { Cancelled } from '#test/simulation/engine/simulated-table.ts';
import { plainWrite, refusedWrite } from '#test/support/plain-write.ts';
import { indexUnits, itemBytes, plainUnits, readUnits, transactionUnits } from './item-size.ts';
import type { PopulatedTable } from './populated-table.ts';

type Actions = NonNullable<TransactWriteCommand['input']['TransactItems']>;

/** The table's name, as the metered store knows it. */
export const meteredTableName = 'satchel';

/** The cost of a piece of work so far. */
export type Consumed = {
  /** Number of round trips in sequence: parallel requests are one. */
  inSequence: number;
  /** Number of all requests to the table. */
  requests: number;
  readUnits: number;
  /** Write units, those of the indexes included. */
  writeUnits: number;
  /** Number of requests in sequence when something was first written. */
  untilWritten: number | undefined;
  /** Number of requests in sequence when a provider was first called. */
  untilProvider: number | undefined;
};

/** Counts the requests and units of a table's client. */
export class Meter {
  consumed: Consumed = nothing();
  /** Number of all calls of providers. */
  providerCalls = 0;
  #turn: Promise<void> | undefined;

  reset(): void {
    this.consumed = nothing();
    this.providerCalls = 0;
  }

  /** Notes a call of a provider. */
  noteProvider(): void {
    this.providerCalls += 1;
    this.consumed.untilProvider ??= this.consumed.inSequence;
  }

  /** Waits until all requests of this turn are sent: together they are one round trip. */
  async roundTrip(): Promise<void> {
    this.consumed.requests += 1;
    this.#turn ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#turn = undefined;
        this.consumed.inSequence += 1;
        resolve();
      });
    });
    await this.#turn;
  }
}

/** Makes a document client over a table in memory that counts what DynamoDB would charge. */
export function meteredClient(table: PopulatedTable, meter: Meter): DynamoDBDocumentClient {
  async function send(command: unknown): Promise<unknown> {
    await meter.roundTrip();
    const { consumed } = meter;
    if (command instanceof GetCommand) {
      const { Key, ConsistentRead } = command.input;
      const item = table.get(Key as Item);
      consumed.readUnits += readUnits(item ? itemBytes(item) : 0, ConsistentRead === true);
      return { Item: item };
    }
    if (command instanceof BatchGetCommand) {
      const { Keys = [], ConsistentRead } = command.input.RequestItems?.[meteredTableName] ?? {};
      if (Keys.length === 0 || Keys.length > 100) throw new Error('a batch has 1 to 100 keys');
      const items = Keys.map((key) => table.get(key as Item));
      for (const item of items) consumed.readUnits += readUnits(item ? itemBytes(item) : 0, ConsistentRead === true);
      return { Responses: { [meteredTableName]: items.filter((item) => item !== undefined) } };
    }
    if (command instanceof QueryCommand) {
      const { items, last, bytesRead } = table.query(command.input);
      consumed.readUnits += readUnits(bytesRead, command.input.ConsistentRead === true);
      return { Items: items, Count: items.length, LastEvaluatedKey: last };
    }
    const single = plainWrite(command);
    if (single) {
      consumed.untilWritten ??= consumed.inSequence;
      const [reason] = write(single, plainUnits)?.reasons ?? [];
      if (reason !== undefined) throw refusedWrite(reason);
      return {};
    }
    if (command instanceof TransactWriteCommand) {
      consumed.untilWritten ??= consumed.inSequence;
      return transact(command.input.TransactItems ?? []);
    }
    throw new Error(`no rule says what ${(command as object).constructor.name} costs`);
  }

  function write(actions: Actions, unitsOf: typeof plainUnits): Cancelled | undefined {
    const keys = actions.map(
      ({ Put, Update, Delete, ConditionCheck }) => (Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key) as Item,
    );
    const before = keys.map((key) => table.get(key));
    const cancelled = table.transact(actions);
    keys.forEach((key, index) => {
      const now = table.get(key);
      // A refused write costs as much as one that succeeds, except in the indexes.
      const wanted = cancelled ? (actions[index]?.Put?.Item as Item | undefined) : now;
      meter.consumed.writeUnits += unitsOf(before[index], wanted);
      if (!cancelled && actions[index]?.ConditionCheck === undefined)
        meter.consumed.writeUnits += indexUnits(before[index], now);
    });
    return cancelled;
  }

  function transact(actions: Actions): object {
    const cancelled = write(actions, transactionUnits);
    if (!cancelled) return {};
    throw new TransactionCanceledException({
      message: 'cancelled',
      $metadata: {},
      CancellationReasons: cancelled.reasons.map((Code) => ({ Code })),
    });
  }

  return { send } as unknown as DynamoDBDocumentClient;
}

function nothing(): Consumed {
  return {
    inSequence: 0,
    requests: 0,
    readUnits: 0,
    writeUnits: 0,
    untilWritten: undefined,
    untilProvider: undefined,
  };
}
