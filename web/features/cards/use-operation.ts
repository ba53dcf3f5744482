import { useEffect, useRef } from 'react';

import type { ReplyOf } from '#shared/contract/index.ts';
import type { Id } from '#shared/ids.ts';
import { refresh, useRead } from '#web/lib/use-api.ts';
import { usePoll } from '#web/lib/use-poll.ts';

/** A load, withdrawal, creation or deletion that the issuer works on. */
export type Operation = ReplyOf<'operations.read'>;

const pollMs = 2000;

/** Reads an operation until it has ended, then reads everything again that shows its money. Undefined without an id. */
export function useOperation(id: Id<'operation'> | undefined): Operation | undefined {
  const { data, mutate } = useRead('operations.read', id === undefined ? null : { params: { id } });
  const status = data?.status;
  usePoll(mutate, id !== undefined && (status === undefined || status === 'pending') ? pollMs : 0);
  const before = useRef(status);
  useEffect(() => {
    const earlier = before.current;
    before.current = status;
    if (status === undefined || status === earlier || status === 'pending') return;
    void refresh(['cards', 'transactions.list', 'user']);
  }, [status]);
  return id === undefined ? undefined : data;
}
