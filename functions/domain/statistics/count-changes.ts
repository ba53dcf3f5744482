import type { EntityKeys } from '#functions/ports/entities.ts';
import type { JournalRecord } from '#functions/ports/entities/books.ts';
import type { Services } from '#functions/ports/services.ts';
import type { TableChange } from '#functions/ports/table-change.ts';
import { failureMessage } from '#functions/domain/failure-text.ts';
import { contributionOfRecord, contributionOfReward, contributionOfUser, type Contribution } from './contribution.ts';
import { countContributions } from './count-contributions.ts';
import { measureMoney } from './money-flows.ts';
import { refreshLeaders } from './refresh-leaders.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'metrics'>;

/**
 * Counts the changes of the table's stream, in any order and with repetitions. Returns the changes that cannot be
 * counted; the others are still counted.
 */
export async function countChanges(needs: Needs, changes: readonly TableChange[]): Promise<readonly TableChange[]> {
  const { contributions, records } = await readContributions(needs, changes);
  const counted = contributions.flatMap(({ contribution }) => (contribution ? [contribution] : []));
  const isNew = await countContributions(needs, counted);
  if (isNew > 0) needs.log.info('changes counted', { changes: changes.length, counted: isNew });
  // Also for changes that were counted before: the process may have died between the two steps.
  const funded = counted.filter(({ statistics }) => statistics.fundedCents !== 0).flatMap(({ userId }) => userId ?? []);
  if (funded.length > 0) await refreshLeaders(needs, [...new Set(funded)]);
  measureMoney(needs.metrics, records);
  return contributions.filter(({ isPoison }) => isPoison).map(({ change }) => change);
}

type Reading = {
  readonly change: TableChange;
  readonly contribution?: Contribution | undefined;
  readonly isPoison: boolean;
};

async function readContributions(
  { store, log }: Needs,
  changes: readonly TableChange[],
): Promise<{ readonly contributions: readonly Reading[]; readonly records: readonly JournalRecord[] }> {
  const of = <K extends TableChange['kind']>(kind: K) =>
    changes.filter((change): change is Extract<TableChange, { kind: K }> => change.kind === kind);
  const [journal, users, rewards] = [of('journal'), of('user'), of('reward')];
  const keysOf = <K extends TableChange['kind']>(of: readonly { readonly key: EntityKeys[K] }[]) =>
    of.map(({ key }) => key);
  const [records, people, promises] = await Promise.all([
    store.getMany('journal', keysOf<'journal'>(journal)),
    store.getMany('user', keysOf<'user'>(users)),
    store.getMany('reward', keysOf<'reward'>(rewards)),
  ]);
  const read = <T>(change: TableChange, entity: T | undefined, count: (entity: T) => Contribution | undefined) => {
    try {
      if (entity === undefined) throw new Error('an item that the stream reported is not in the table');
      return { change, contribution: count(entity), isPoison: false };
    } catch (thrown) {
      log.error('change cannot be counted', {
        ...change.key,
        kind: change.kind,
        detail: failureMessage(thrown),
      });
      return { change, isPoison: true };
    }
  };
  const contributions = [
    ...journal.map((change, index) => read(change, records[index], contributionOfRecord)),
    ...users.map((change, index) => read(change, people[index], contributionOfUser)),
    ...rewards.map((change, index) => read(change, promises[index], contributionOfReward)),
  ];
  return { contributions, records: records.filter((record) => record !== undefined) };
}
