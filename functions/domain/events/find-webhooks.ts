import type { webhookVerdicts } from '#shared/contract/inbox.ts';
import { idPrefixes, type Id } from '#shared/ids.ts';
import { referenceForm } from '#shared/search-form.ts';
import type { StoredEvent } from '#functions/ports/entities/deposits.ts';
import type { Page, PageQuery, Store } from '#functions/ports/store.ts';
import { outcomeOf, verdictOf, type WebhookOutcome } from './describe-webhook.ts';

/** Filter of webhooks; an undefined part matches every webhook. */
export type WebhookFilter = {
  readonly provider?: StoredEvent['source'] | undefined;
  readonly verdict?: (typeof webhookVerdicts)[number] | 'duplicate' | undefined;
  readonly outcome?: WebhookOutcome | undefined;
  readonly about?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
};

/**
 * A page of matching webhooks. `reachedMs` is the time of the oldest webhook searched; undefined when no older ones are
 * left.
 */
export type FoundWebhooks = Page<StoredEvent> & { readonly reachedMs: number | undefined };

type Needs = Pick<Store, 'listEvents' | 'listDepositReferences' | 'get'>;

/**
 * Returns a page of matching webhooks, newest first. `about` and `toMs` select the page; the rest of the filter is
 * applied to it, so a page may be short, or empty, before the end.
 */
export async function findWebhooks(store: Needs, filter: WebhookFilter, page: PageQuery): Promise<FoundWebhooks> {
  const about = filter.about === undefined ? undefined : await namedBy(store, filter.about);
  const beforeMs = filter.toMs === undefined ? {} : { beforeMs: filter.toMs };
  const { items, cursor } = await store.listEvents({ about }, { ...page, ...beforeMs });
  const last = items.at(-1);
  const isOver = cursor === undefined || last === undefined || last.receivedAtMs < (filter.fromMs ?? 0);
  return {
    items: items.filter((event) => isWanted(filter, event)),
    cursor: isOver ? undefined : cursor,
    reachedMs: isOver ? undefined : last.receivedAtMs,
  };
}

function isWanted({ provider, verdict, outcome, fromMs = 0 }: WebhookFilter, event: StoredEvent): boolean {
  const isOfVerdict =
    verdict === 'duplicate' ? (event.deliveries ?? 1) > 1 : (verdict ?? verdictOf(event)) === verdictOf(event);
  return (
    isOfVerdict &&
    (provider ?? event.source) === event.source &&
    (outcome ?? outcomeOf(event)) === outcomeOf(event) &&
    event.receivedAtMs >= fromMs
  );
}

/**
 * Returns the id by which webhooks name the subject of a search: the issuer's card for our card or operation, our
 * deposit for a payment.
 */
async function namedBy(store: Needs, id: string): Promise<string> {
  const [prefix] = id.split('_');
  switch (prefix) {
    case idPrefixes.deposit:
      return id;
    case idPrefixes.card: {
      const cardId = id as Id<'card'>;
      const owner = await store.get('cardOwner', { cardId });
      return (owner && (await issuerCardOf(store, owner.userId, cardId))) ?? id;
    }
    case idPrefixes.operation: {
      const operation = await store.get('operation', { operationId: id as Id<'operation'> });
      return (operation?.cardId && (await issuerCardOf(store, operation.userId, operation.cardId))) ?? id;
    }
    default: {
      const reference = referenceForm(id);
      const [found] = reference === undefined ? [] : await store.listDepositReferences(reference);
      return found?.depositId ?? id;
    }
  }
}

async function issuerCardOf(store: Needs, userId: Id<'user'>, cardId: Id<'card'>): Promise<string | undefined> {
  return (await store.get('card', { userId, cardId }))?.issuerCardId;
}
