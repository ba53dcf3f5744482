import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import { marshall } from '@aws-sdk/util-dynamodb';
import { changeWorker, streamWorker } from '#functions/runtime/stream-worker.ts';
import { StoreUnavailable } from '#functions/ports/store.ts';
import type { EntityChange, TableChange } from '#functions/ports/table-change.ts';
import type { EntityKind } from '#functions/ports/entities.ts';
import { itemOf } from '#functions/adapters/dynamo/transact-item.ts';
import { definition } from '#infra/definition/index.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { samples } from '#test/support/sample-entities.ts';

const record = (SequenceNumber: string, image: Record<string, string | number> | undefined): DynamoDBRecord => ({
  eventName: 'INSERT',
  dynamodb: {
    SequenceNumber,
    ...(image && { NewImage: marshall(image) as NonNullable<DynamoDBRecord['dynamodb']>['NewImage'] & object }),
  },
});
const user = record('1', { entity: 'user', userId: 'usr_1', email: 'ada@example.com' });
const journal = record('2', { entity: 'journal', journalId: 'j-1', kind: 'deposit_credited' });
const reward = record('3', { entity: 'reward', refereeId: 'usr_1', event: 'signup', userId: 'usr_2' });
const line = record('4', { entity: 'cardTransaction', cardId: 'crd_1', number: 7, description: 'Corner Books' });

describe('a worker on the stream', () => {
  const run = (work: (changes: readonly TableChange[]) => readonly TableChange[], ...Records: DynamoDBRecord[]) => {
    const event: DynamoDBStreamEvent = { Records };
    return streamWorker('test', async (_services, changes) => work(changes)).using(moneyWorld().services)(event);
  };

  it('gets the keys of the new items, without their content', async () => {
    let seen: readonly TableChange[] = [];
    const answer = await run((changes) => ((seen = changes), []), user, journal, reward, line);
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(seen).toEqual([
      { kind: 'user', key: { userId: 'usr_1' } },
      { kind: 'journal', key: { journalId: 'j-1' } },
      { kind: 'reward', key: { refereeId: 'usr_1', event: 'signup' } },
      { kind: 'cardTransaction', key: { cardId: 'crd_1', number: 7 } },
    ]);
  });

  it('gives back a failed record by its number in the stream', async () => {
    const answer = await run((changes) => changes.slice(1, 2), user, journal, reward);
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] });
  });

  it('gives back every failed record, because the stream resumes at the lowest number', async () => {
    const answer = await run((changes) => changes.slice(0, 2), user, journal, reward);
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }, { itemIdentifier: '2' }] });
  });

  it.each([
    ['has no image', record('9', undefined)],
    ['is of an entity that it does not know', record('9', { entity: 'wallet', userId: 'usr_1' })],
    ['has no key', record('9', { entity: 'journal' })],
  ])('gives back a change that %s, and works on the others', async (_what, odd) => {
    let seen: readonly TableChange[] = [];
    const answer = await run((changes) => ((seen = changes), []), user, odd, journal);
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '9' }] });
    expect(seen).toHaveLength(2);
  });

  it('logs the id of a change that it could not read, without its content', async () => {
    const { services } = moneyWorld();
    const error = vi.fn<(message: string, fields?: unknown) => void>();
    const odd = { ...record('9', { entity: 'wallet', email: 'ada@example.com' }), eventID: 'event-9' };
    const worker = streamWorker('figures', async () => []).using({ ...services, log: { ...services.log, error } });
    await worker({ Records: [odd] });
    expect(error).toHaveBeenCalledExactlyOnceWith(
      'change cannot be read',
      expect.objectContaining({ worker: 'figures', eventId: 'event-9' }),
    );
    expect(JSON.stringify(error.mock.calls)).not.toContain('ada@example.com');
  });

  it('fails as a whole when the table does not answer, so that all records come again', async () => {
    const fail = (): never => {
      throw new StoreUnavailable('down');
    };
    await expect(run(fail, user)).rejects.toBeInstanceOf(StoreUnavailable);
  });
});

describe('a worker on changes', () => {
  const imageOf = (kind: EntityKind, changes: object = {}) =>
    marshall(itemOf(kind, { ...samples[kind], ...changes }), { removeUndefinedValues: true }) as never;
  const changed = (kind: EntityKind, changes: object): DynamoDBRecord => ({
    eventID: 'event-1',
    eventName: 'MODIFY',
    dynamodb: { SequenceNumber: '1', OldImage: imageOf(kind), NewImage: imageOf(kind, changes) },
  });
  const inserted: DynamoDBRecord = {
    eventName: 'INSERT',
    dynamodb: { SequenceNumber: '2', NewImage: imageOf('audit') },
  };
  const run = async (...Records: DynamoDBRecord[]) => {
    let seen: readonly EntityChange[] = [];
    const worker = changeWorker('test', async (_services, changes) => ((seen = changes), []));
    const answer = await worker.using(moneyWorld().services)({ Records });
    return { seen, answer };
  };

  const { trigger } = definition.functions.find(({ id }) => id === 'worker.notifications') ?? {};
  const awaited = trigger?.kind === 'stream' ? (trigger.changedEntities as readonly EntityKind[]) : [];
  it('is woken by changes of five kinds', () => expect(awaited).toHaveLength(5));

  it.each(awaited)('gets a %s as it was before and after the change', async (kind) => {
    const { seen, answer } = await run(changed(kind, { updatedAtMs: 7, version: 2 }));
    const before = JSON.parse(JSON.stringify(samples[kind])) as object;
    expect(seen).toEqual([{ kind, before, after: { ...before, updatedAtMs: 7, version: 2 } }]);
    expect(answer).toEqual({ batchItemFailures: [] });
  });

  it('gets a card that was stored in an earlier form as cards are now', async () => {
    const { frozenReasons, ...rest } = samples.card;
    const earlier = (version: number) =>
      marshall(
        { ...itemOf('card', samples.card), ...rest, version, frozenReasons: undefined, desired: 'frozen' },
        {
          removeUndefinedValues: true,
        },
      ) as never;
    const { seen } = await run({
      eventName: 'MODIFY',
      dynamodb: { SequenceNumber: '1', OldImage: earlier(1), NewImage: earlier(2) },
    });
    expect(frozenReasons).toBeDefined();
    expect(seen).toMatchObject([{ before: { frozenReasons: ['owner'] }, after: { frozenReasons: ['owner'] } }]);
  });

  it('gets a new audit record', async () => {
    expect((await run(inserted)).seen).toMatchObject([{ kind: 'audit', after: { auditId: samples.audit.auditId } }]);
  });

  it.each([
    ['of an entity that nobody waits for', changed('movement', { version: 2 })],
    [
      'without the image before',
      { ...changed('card', {}), dynamodb: { SequenceNumber: '1', NewImage: imageOf('card') } },
    ],
    ['that removes an item', { ...changed('card', {}), eventName: 'REMOVE' as const }],
    ['of an audit record that was edited', changed('audit', { reason: 'x' })],
  ])('gives back a record %s, and works on the others', async (_what, odd) => {
    const { seen, answer } = await run(odd, inserted);
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
    expect(seen).toHaveLength(1);
  });
});
