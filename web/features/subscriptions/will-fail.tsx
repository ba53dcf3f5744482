import { serverNow } from '#web/lib/server-clock.ts';
import { useRead } from '#web/lib/use-api.ts';

import { renewalWords } from './subscription-words.ts';

/** The payments that a card which is frozen or deleted will decline; nothing when none is known. */
export function WillFail({ cardId }: { readonly cardId: string }) {
  const { data } = useRead('subscriptions.list', {});
  const own = data?.filter((each) => each.cardId === cardId) ?? [];
  if (own.length === 0) return null;
  return <> Next to be declined: {own.map((each) => renewalWords(each, serverNow())).join(', ')}.</>;
}
