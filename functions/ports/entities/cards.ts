import type { CardColour, DeclineCode, FreezeReason } from '#shared/contract/cards.ts';
import type { CardLimits } from '#shared/card-limits.ts';
import type { Id } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';

/** An order of a card's owner to load it from the balance whenever a purchase leaves less than `belowCents` on it. */
export type AutoLoad = {
  readonly belowCents: Cents;
  /** The amount that lands on the card each time; the fee comes on top. */
  readonly amountCents: Cents;
  /** Maximum that lands on the card by auto-loads in a calendar month (UTC). */
  readonly monthlyMaxCents: Cents;
  /** The fee of one load that its owner agreed to; absent in older orders, which have the fee of the first prices. */
  readonly feeCents?: Cents | undefined;
  /** When it ends by itself; absent for an order without an end. */
  readonly untilMs?: number | undefined;
  /** When its owner gave the order, or changed it last: earlier purchases start no load. */
  readonly sinceMs: number;
  /** Auto-loads in a row that failed. */
  readonly failures: number;
  /** Why the last one failed, in words for the cardholder; absent when it did not. */
  readonly failure?: string | undefined;
  /** `2026-11`: the month in which the maximum first stood in the way; absent until one did. */
  readonly cappedMonth?: string | undefined;
};

/** A card. Its balance is a projection of the journal, as a wallet is. */
export type Card = {
  readonly userId: Id<'user'>;
  readonly cardId: Id<'card'>;
  /** The name that its owner gave it, and may change. */
  readonly name: string;
  readonly colour: CardColour | undefined;
  readonly issuerCardId: string | undefined;
  readonly holderId: string;
  readonly last4Digits: string;
  readonly brand: string;
  /**
   * `retiring`: deleted for its owner, whose balance got the rest of its money; frozen until the issuer has closed it.
   * `closing`: deleted before there was `retiring`; the rest of its money is on its way to the balance.
   */
  readonly lifecycle: 'creating' | 'open' | 'retiring' | 'closing' | 'failed' | 'deleted';
  /** Reasons to freeze it, each once, in the order of `freezeReasons`. It is to be active only while there are none. */
  readonly frozenReasons: readonly FreezeReason[];
  /** The state that the issuer was last seen to have. */
  readonly actual: 'active' | 'frozen';
  /** Until then a freeze or unfreeze of unknown outcome may still take effect at the issuer. */
  readonly uncertainUntilMs: number;
  /** Times in a row that the issuer refused to freeze or unfreeze it; absent when its last answer was no refusal. */
  readonly refusals?: number | undefined;
  /** Why the issuer or an admin blocks it; undefined when neither does. */
  readonly blockedReason: string | undefined;
  /** When an open card that its owner unfroze for a time freezes by itself. `dueAtMs` is then at the latest. */
  readonly unfrozenUntilMs?: number | undefined;
  /**
   * Why it froze by itself, here or at the issuer, in words: such a freeze counts as `owner`. Undefined when its owner
   * froze it.
   */
  readonly freezeReason: string | undefined;
  /** The issuer stopped it because it could not pay its monthly cost: a load sets it going again. */
  readonly isShortOfMoney: boolean;
  /** Purchases in a row that were declined for lack of money: the issuer deletes a card for too many. */
  readonly shortDeclines: number;
  /** When its owner last unfroze it; undefined if never. */
  readonly unfrozenAtMs?: number;
  readonly balanceCents: Cents;
  /** Loads under way. */
  readonly pendingInCents: Cents;
  /** Withdrawals under way, no longer in `balanceCents`. */
  readonly pendingOutCents: Cents;
  /**
   * Credited to its owner while the issuer still has it on the card; absent until it is deleted. Negative when more was
   * charged to the retiring card than was left on it.
   */
  readonly fetchCents?: Cents;
  /** The month of `spentThisMonthCents`: `2026-11`, UTC. */
  readonly spendMonth: string;
  readonly spentThisMonthCents: Cents;
  readonly transactionCount: number;
  readonly lastUnloadAtMs: number;
  /** Loads under way, in the order in which they were asked for and leave; absent on a card that was never loaded. */
  readonly loadQueue?: readonly Id<'operation'>[];
  /** When the last load that succeeded was sent to the issuer; absent before the first. */
  readonly lastLoadAtMs?: number;
  readonly sequence: number;
  readonly lastHash: string;
  /** When the sweeper next brings the issuer's card to the wanted state; undefined when it is in that state. */
  readonly dueAtMs: number | undefined;
  /** When money last moved on it, or its owner last changed it: the busier a card, the sooner it is caught up. */
  readonly lastActivityAtMs: number;
  /** When its history is next read at the issuer, to find lost webhooks; undefined when nothing more can come. */
  readonly catchUpAtMs: number | undefined;
  /**
   * The page of the issuer's list, counted from the newest, from which on the next catch-up reads everything; absent
   * unless the last one stopped before the end.
   */
  readonly unreadFromPage?: number | undefined;
  /** When its history was last read at the issuer because its owner opened the page. */
  readonly askedAtMs: number;
  /** Balance below which its owner is notified; absent for no alert. */
  readonly lowBalanceCents?: Cents | undefined;
  /** The limits that it was made with; absent on older cards, which have the first limits. */
  readonly limits?: CardLimits | undefined;
  /** Absent while its owner wants none, and after too many failures. */
  readonly autoLoad?: AutoLoad | undefined;
  /**
   * The month of `autoLoadedCents` (`2026-11`, UTC): what auto-loads loaded in it, or are loading. Absent before the
   * first.
   */
  readonly autoLoadMonth?: string;
  readonly autoLoadedCents?: Cents;
  /** When auto-load last ended because of its failures; absent if never. */
  readonly autoLoadStoppedAtMs?: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly version: number;
};

/** The owner of a card, by the issuer's card id. */
export type IssuerCardOwner = {
  readonly issuerCardId: string;
  readonly userId: Id<'user'>;
  readonly cardId: Id<'card'>;
};

/** The owner of a card that was made, by our id and by the end of its number: staff find it by either. */
export type CardOwner = {
  readonly cardId: Id<'card'>;
  readonly userId: Id<'user'>;
  readonly last4Digits: string;
};

/** One line of a card's history, numbered from 1 in the order it became known. */
export type CardTransaction = {
  readonly cardId: Id<'card'>;
  readonly number: number;
  /** The owner of the card; absent in lines from before their owner's activity listed them. */
  readonly userId?: Id<'user'> | undefined;
  /** Number of the card's last entry when the line was written; absent in older lines. */
  readonly sequence?: number;
  /** The card's balance after it; absent in older lines. */
  readonly balanceAfterCents?: Cents;
  readonly reference: string;
  /** Every reference that the issuer had for it when it was posted; absent in older lines. */
  readonly references?: readonly string[];
  readonly kind: 'purchase' | 'reversal' | 'refund' | 'fee' | 'load' | 'withdrawal' | 'creation' | 'closing';
  readonly status: 'settled' | 'declined' | 'reversed';
  readonly declineReason: string | undefined;
  /** The reason for a decline as a code; absent in lines from before there were codes. */
  readonly declineCode?: DeclineCode;
  readonly direction: 'credit' | 'debit';
  readonly amountCents: Cents;
  readonly currency: string;
  readonly description: string;
  readonly merchantName: string;
  readonly merchantLogo: string;
  readonly isRecurring: boolean;
  /** True for an auto-load; absent on all other lines. */
  readonly isAutomatic?: true;
  /**
   * True for a refund that went on to the balance whole, which the account's line shows; absent on all other lines, and
   * on older ones.
   */
  readonly isOnBalance?: true;
  readonly category: string;
  readonly group: string;
  readonly atMs: number;
  readonly version: number;
};
