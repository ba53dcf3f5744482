import { Fragment } from 'react';

import { Badge } from '#web/ui/badge.tsx';

import { accountStates, type UserStats } from './admin-words.ts';

/** The state of an account: active, or closed, suspended or both. */
export function AccountBadges({ user }: { readonly user: Pick<UserStats['user'], 'closed' | 'isSuspended'> }) {
  return (
    <span>
      {accountStates(user).map(({ tone, label }) => (
        <Fragment key={label}>
          <Badge tone={tone}>{label}</Badge>{' '}
        </Fragment>
      ))}
    </span>
  );
}
