import type { User } from '#functions/ports/entities/accounts.ts';
import type { Wallet } from '#functions/ports/entities/books.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { Violation } from './audit.ts';
import type { SimulatedTable, StreamChange } from './engine/simulated-table.ts';
import type { SimulatedIssuer } from '#test/support/simulated-issuer.ts';

type Person = { user: User | undefined; wallet: Wallet | undefined; readonly cards: Map<string, Card> };

const isShown = ({ lifecycle }: Card): boolean =>
  lifecycle !== 'failed' && lifecycle !== 'deleted' && lifecycle !== 'retiring';

/**
 * Checks the reasons for a freeze after every transaction (I31). A debt, a suspension or a lock is a reason on every
 * card of its account from its begin to its end. A card that has a reason or is retiring is frozen at the issuer, or
 * its freeze is due. The end of one reason ends no other.
 */
export class FreezeAudit {
  readonly #issuer: SimulatedIssuer;
  readonly #people = new Map<string, Person>();

  constructor(table: SimulatedTable, issuer: SimulatedIssuer) {
    this.#issuer = issuer;
    for (const item of table.all()) this.#note(item);
  }

  /** Checks the people whom a transaction changed. Throws a Violation. */
  look(changes: readonly StreamChange[]): void {
    const changed = new Set<Person>();
    for (const { before, after } of changes) {
      const person = after && this.#note(after);
      if (person) changed.add(person);
      if (before?.['entity'] === 'card' && after) endsNoOther(before as unknown as Card, after as unknown as Card);
    }
    for (const person of changed) this.#check(person);
  }

  /** Checks everybody. Throws a Violation. */
  lookAtAll(): void {
    for (const person of this.#people.values()) this.#check(person);
  }

  #note(item: Readonly<Record<string, unknown>>): Person | undefined {
    const kind = item['entity'];
    if (kind !== 'user' && kind !== 'wallet' && kind !== 'card') return undefined;
    const userId = String(item['userId']);
    const person = this.#people.get(userId) ?? { user: undefined, wallet: undefined, cards: new Map<string, Card>() };
    this.#people.set(userId, person);
    if (kind === 'user') person.user = item as unknown as User;
    if (kind === 'wallet') person.wallet = item as unknown as Wallet;
    if (kind === 'card') person.cards.set(String(item['cardId']), item as unknown as Card);
    return person;
  }

  #check({ user, wallet, cards }: Person): void {
    const isOwing = (wallet?.debtCents ?? 0) > 0;
    for (const card of cards.values()) {
      const { cardId, frozenReasons, dueAtMs, issuerCardId = '', lifecycle } = card;
      const isFrozen = lifecycle === 'retiring' || (lifecycle === 'open' && frozenReasons.length > 0);
      const isLoose = this.#issuer.cards.get(issuerCardId)?.isActive === true && dueAtMs === undefined;
      if (isFrozen && isLoose) throw new Violation('I31', `${cardId} is active at the issuer, and no freeze is due`);
      if (!isShown(card)) continue;
      if (frozenReasons.includes('debt') !== isOwing)
        throw new Violation('I31', `${cardId} is frozen for [${frozenReasons.join()}], its account owes: ${isOwing}`);
      if (frozenReasons.includes('suspension') !== (user?.isSuspended ?? false))
        throw new Violation('I31', `${cardId} is frozen for [${frozenReasons.join()}]: ${user?.isSuspended}`);
      if (frozenReasons.includes('lock') !== (user?.lockedAtMs !== undefined))
        throw new Violation('I31', `${cardId} is frozen for [${frozenReasons.join()}], locked: ${user?.lockedAtMs}`);
    }
  }
}

/** Checks that only the owner's Unfreeze ends two reasons, both the owner's, and only when no other reason remains. */
function endsNoOther(before: Card, after: Card): void {
  const ended = before.frozenReasons.filter((each) => !after.frozenReasons.includes(each));
  const isOwners = ended.includes('owner') || ended.includes('declines');
  if (ended.length <= 1 && !isOwners) return;
  const isAccounts = ended.some((each) => each === 'debt' || each === 'suspension' || each === 'lock');
  if (after.frozenReasons.length > 0 || isAccounts)
    throw new Violation(
      'I31',
      `${after.cardId} went from [${before.frozenReasons.join()}] to [${after.frozenReasons.join()}]`,
    );
}
