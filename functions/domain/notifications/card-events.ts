import type { NotificationKind } from '#shared/contract/notifications.ts';
import { limits } from '#shared/limits.ts';
import type { Cents } from '#shared/money.ts';
import type { Card, CardTransaction } from '#functions/ports/entities/cards.ts';
import type { ChangeOf } from '#functions/ports/table-change.ts';
import { isGone, notificationWords as words, type NotificationWords } from './notification-words.ts';
import type { NotifiedEvent } from './notified-event.ts';

/** Returns the events of a card's change; `lines` are those that it added to the card's history. */
export function cardEvents(change: ChangeOf<'card'>, lines: readonly CardTransaction[]): readonly NotifiedEvent[] {
  return [...lines.flatMap((line) => lineEvents(change, line)), ...stateEvents(change)];
}

function lineEvents({ before, after }: ChangeOf<'card'>, line: CardTransaction): readonly NotifiedEvent[] {
  const event = {
    eventId: `line:${line.cardId}:${line.number}`,
    userId: after.userId,
    atMs: after.updatedAtMs,
    link: cardPage(after),
  };
  if (line.status === 'declined') {
    const short = after.shortDeclines > before.shortDeclines ? after.shortDeclines : 0;
    const counted = { short, freezesAt: limits.declinesUntilFrozen };
    return [{ ...event, kind: 'decline', ...words.decline(after, line, counted) }];
  }
  switch (line.kind) {
    case 'purchase':
      return [
        {
          ...event,
          kind: 'purchase',
          ...words.purchase(after, line),
          ...(isGone(after) ? {} : { freezesCardId: line.cardId }),
          amountCents: line.amountCents,
        },
      ];
    case 'refund':
    case 'reversal':
      return [{ ...event, kind: 'refund', ...words.refund(after, line) }];
    case 'load':
      return line.isAutomatic === true ? [{ ...event, kind: 'auto_load', ...words.autoLoaded(after, line) }] : [];
    default:
      return [];
  }
}

function stateEvents({ before, after }: ChangeOf<'card'>): readonly NotifiedEvent[] {
  const event = (kind: NotificationKind, text: NotificationWords): readonly NotifiedEvent[] => [
    {
      eventId: `card:${after.cardId}:${after.version}:${kind}`,
      userId: after.userId,
      kind,
      atMs: after.updatedAtMs,
      link: after.lifecycle === 'open' ? cardPage(after) : '/dashboard',
      ...text,
    },
  ];
  if (before.lifecycle === 'creating' && after.lifecycle === 'open') return event('card_ready', words.cardReady(after));
  if (before.lifecycle === 'creating' && after.lifecycle === 'failed')
    return event('card_failed', words.cardFailed(after));
  const stopped = stoppedWords(before, after);
  const warned = after.lifecycle === 'open' && after.isShortOfMoney && !before.isShortOfMoney;
  return [
    ...(stopped === undefined ? [] : event('card_frozen', stopped)),
    ...(warned ? event('card_warning', words.shortOfMoney(after)) : []),
    ...(isLow(before, after) ? event('low_balance', words.lowBalance(after, after.lowBalanceCents)) : []),
    ...autoLoadEvents(before, after).flatMap((text) => event('auto_load', text)),
  ];
}

/**
 * True when the balance falls below the amount that the card's owner chose. It has to rise above that again before the
 * next notification.
 */
function isLow(before: Card, after: Card): after is Card & { readonly lowBalanceCents: Cents } {
  const { lowBalanceCents } = after;
  if (lowBalanceCents === undefined || after.lifecycle !== 'open') return false;
  return before.balanceCents >= lowBalanceCents && after.balanceCents < lowBalanceCents;
}

function autoLoadEvents(before: Card, after: Card): readonly NotificationWords[] {
  if (after.autoLoadStoppedAtMs !== before.autoLoadStoppedAtMs) return [words.autoLoadStopped(after)];
  const { autoLoad } = after;
  if (autoLoad === undefined) return [];
  const isFailed = autoLoad.failures > (before.autoLoad?.failures ?? 0);
  const isCapped = autoLoad.cappedMonth !== undefined && autoLoad.cappedMonth !== before.autoLoad?.cappedMonth;
  const isPaused = !isFailed && autoLoad.failure !== undefined && autoLoad.failure !== before.autoLoad?.failure;
  return [
    ...(isFailed ? [words.autoLoadFailed(after, autoLoad)] : []),
    ...(isPaused ? [words.autoLoadPaused(after, autoLoad)] : []),
    ...(isCapped ? [words.autoLoadCapped(after, autoLoad)] : []),
  ];
}

/** Returns the words for a card that we or the issuer stopped; undefined when it was not stopped, or by its owner. */
function stoppedWords(before: Card, after: Card): NotificationWords | undefined {
  if (after.blockedReason !== undefined && before.blockedReason === undefined) {
    return after.lifecycle === 'open'
      ? words.blocked(after, after.blockedReason)
      : words.closedByIssuer(after, after.blockedReason);
  }
  const isNew = (reason: Card['frozenReasons'][number]): boolean =>
    after.frozenReasons.includes(reason) && !before.frozenReasons.includes(reason);
  if (isNew('declines')) return words.frozenForDeclines(after);
  if (isNew('owner') && after.freezeReason !== undefined) return words.frozenByIssuer(after, after.freezeReason);
  return undefined;
}

function cardPage({ cardId }: Pick<Card, 'cardId'>): string {
  return `/cards/${cardId}`;
}
