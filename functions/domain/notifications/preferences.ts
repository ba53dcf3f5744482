import type * as z from 'zod/mini';
import {
  mandatoryKinds,
  notificationKinds,
  type NotificationKind,
  type NotificationPreferences,
} from '#shared/contract/notifications.ts';
import type { RequestOf } from '#shared/contract/index.ts';
import type { Id } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import type { NotificationState } from '#functions/ports/entities/notifications.ts';
import type { Services } from '#functions/ports/services.ts';
import { changeState } from './notification-state.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/** True when a person wants this kind by mail. Mandatory kinds are always mailed. */
export function wantsMail(
  { unmailedKinds }: Pick<NotificationState, 'unmailedKinds'>,
  kind: NotificationKind,
): boolean {
  return mandatoryKinds.some((each) => each === kind) || !unmailedKinds.includes(kind);
}

/** Describes a person's choices for the API. */
export function describePreferences(state: NotificationState): z.input<typeof NotificationPreferences> {
  const choices = Object.fromEntries(
    notificationKinds.map((kind) => [kind, { mail: wantsMail(state, kind) }]),
  ) as Record<NotificationKind, { mail: boolean }>;
  return { ...choices, purchaseMinCents: state.purchaseMinCents };
}

/** Changes the given choices and returns the state. The contract refuses to switch a mandatory kind off. */
export async function setPreferences(
  needs: Needs,
  userId: Id<'user'>,
  choices: RequestOf<'user.set-notifications'>['body'],
): Promise<NotificationState> {
  return changeState(needs, userId, (state) => ({
    unmailedKinds: notificationKinds.filter((kind) => !(choices[kind]?.mail ?? wantsMail(state, kind))),
    purchaseMinCents: choices.purchaseMinCents === undefined ? state.purchaseMinCents : cents(choices.purchaseMinCents),
  }));
}
