import type { Entities, EntityKind } from '#functions/ports/entities.ts';
import type { Store } from '#functions/ports/store.ts';
import type { Break } from '#functions/domain/reconciliation/break.ts';
import { brokenForm } from '#functions/domain/reconciliation/broken-form.ts';
import type { Books } from '#functions/domain/reconciliation/books/read-books.ts';
import { textOf } from '#functions/domain/reconciliation/books/text-of.ts';

/** An item with a broken form, and a test for the breaks that already report its change. */
type Suspect = { readonly found: Break; readonly isReportedBy: (other: Break) => boolean };

/**
 * Adds to the breaks `reported` so far those of items that are not as the store wrote them, unless a break reports them
 * already. An unreadable item is reported once: breaks that only follow from it are removed.
 */
export function withBrokenForms(
  store: Pick<Store, 'integrityErrorsOf'>,
  books: Books,
  nowMs: number,
  reported: readonly Break[],
): readonly Break[] {
  const { user } = books;
  const { userId } = user;
  const suspects: Suspect[] = [];
  const check = <K extends EntityKind>(
    kind: K,
    id: string,
    item: Entities[K] | undefined,
    isReportedBy: (other: Break) => boolean,
    atMs = nowMs,
  ): boolean => {
    const found = brokenForm(store, kind, id, item, { ownerId: userId, atMs });
    if (found) suspects.push({ found, isReportedBy });
    return found !== undefined;
  };
  const account = (ownerId: string) => (other: Break) =>
    (other.subject === ownerId && other.class !== 'AGG') ||
    ['#head', ':wallet', ':cards', ':arriving', ':lines', ':withdrawn'].some((of) => other.subject === ownerId + of) ||
    ((other.class === 'GAP' || other.class === 'UNEXPLAINED') && other.subject.startsWith(`${ownerId}#`));

  check('user', userId, user, ({ subject }) => subject === `${userId}:user`);
  check('wallet', userId, books.wallet, account(userId));
  check('referralAccount', userId, books.referral, account(`referral:${userId}`));
  check('userFigures', userId, books.statistics, (other) => other.subject === userId && other.class === 'AGG');
  for (const card of books.cards) check('card', card.cardId, card, account(card.cardId));
  for (const [ownerId, entries] of books.entries) {
    for (const entry of entries) {
      const name = `${ownerId}#${entry.sequence}`;
      check('entry', name, entry, ({ subject }) => subject === name);
    }
  }
  for (const [journalId, record] of books.records)
    check('journal', journalId, record, ({ subject }) => subject === journalId, record.atMs);
  const changedLines = new Set<string>();
  for (const [subjectId, activityLine] of books.activity) {
    const isOf = (other: Break): boolean => other.subject === subjectId && other.class === 'MOVEMENT';
    if (check('movement', subjectId, activityLine, isOf)) changedLines.add(subjectId);
  }
  // If a line differs from what it shows and the line itself was edited, the break is about the line.
  const shown = (id: string) => (other: Break) =>
    (other.subject === id || other.subject.startsWith(`${id}:`)) &&
    !(other.class === 'MOVEMENT' && changedLines.has(id));
  for (const [id, operation] of books.operations) {
    // A registration that names another cardholder is reported as a break of the profile.
    const isOfProfile = ({ subject }: Break): boolean => id === user.registrationId && subject === `${userId}:user`;
    check('operation', id, operation, (other) => shown(id)(other) || isOfProfile(other));
  }
  for (const [id, deposit] of books.deposits) check('deposit', id, deposit, shown(id));
  for (const [cardId, lines] of books.lines) {
    for (const line of lines) {
      const names = [`${cardId}:lines`, `${cardId}:${line.kind}:${line.reference}`];
      check('cardTransaction', `${cardId}#${line.number}`, line, ({ subject }) => names.includes(subject));
    }
  }
  for (const reward of books.rewards) {
    const name = `${reward.refereeId}:${reward.event}`;
    check('reward', name, reward, ({ subject }) => subject === name || subject === `${name}:earned`);
  }
  for (const { kind, id, item } of books.copies) check(kind, `copy of ${textOf(id)}`, item, () => false);
  const unreadable = new Set(reported.filter((each) => each.class === 'UNREADABLE').map(({ subject }) => subject));
  const followed = suspects.filter(({ found }) => unreadable.has(found.subject));
  const forms = suspects
    .filter(({ found, isReportedBy }) => !reported.some((each) => each.subject === found.subject || isReportedBy(each)))
    .map(({ found }) => found);
  return [
    ...reported.filter((each) => !isConsequence(each) || !followed.some(({ isReportedBy }) => isReportedBy(each))),
    ...forms,
  ];
}

/** True for a break that may merely follow from a malformed field. A wrong amount beside it is reported by itself. */
function isConsequence({ class: kind, cents }: Break): boolean {
  if (kind === 'UNREADABLE') return false;
  return kind === 'STATE' || cents === 0 || !Number.isSafeInteger(cents);
}
