import type * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';
import { historyRoutes } from './activity.ts';
import { adjustmentRoutes } from './adjustments.ts';
import { adminRoutes } from './admin.ts';
import { auditRoutes } from './audit.ts';
import { authRoutes } from './auth.ts';
import { autoLoadRoutes } from './auto-load.ts';
import { breakRoutes } from './breaks.ts';
import { cardCodeRoutes } from './card-codes.ts';
import { cardRoutes } from './cards.ts';
import { caseRoutes } from './cases.ts';
import { closingRoutes } from './closing.ts';
import { dataExportRoutes } from './data-export.ts';
import { deadLetterRoutes } from './dead-letters.ts';
import { deskRoutes } from './desk.ts';
import { floatRoutes } from './float.ts';
import { reportRoutes } from './reports.ts';
import { treasuryRoutes } from './treasury.ts';
import { factorResetRoutes } from './factor-resets.ts';
import { factorRoutes } from './factors.ts';
import { inboxRoutes } from './inbox.ts';
import { heldReferralRoutes } from './held-referrals.ts';
import { lockRoutes } from './lock.ts';
import { notificationRoutes } from './notifications.ts';
import { operationRoutes } from './operations.ts';
import { personFileRoutes } from './person-file.ts';
import { priceRoutes } from './prices.ts';
import { referralRoutes } from './referrals.ts';
import type { Route } from './route.ts';
import { sessionRoutes } from './sessions.ts';
import { settingsRoutes } from './settings.ts';
import { statementRoutes } from './statements.ts';
import { statusRoutes } from './status.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { transactionRoutes } from './transactions.ts';
import { userRoutes } from './user.ts';
import { webhookRoutes } from './webhooks.ts';

export type { Route } from './route.ts';

/** The whole API as one table, by the name of each route. */
export const routes = {
  ...authRoutes,
  ...userRoutes,
  ...factorRoutes,
  ...lockRoutes,
  ...closingRoutes,
  ...dataExportRoutes,
  ...sessionRoutes,
  ...transactionRoutes,
  ...cardRoutes,
  ...cardCodeRoutes,
  ...autoLoadRoutes,
  ...operationRoutes,
  ...referralRoutes,
  ...adminRoutes,
  ...personFileRoutes,
  ...auditRoutes,
  ...deskRoutes,
  ...floatRoutes,
  ...reportRoutes,
  ...treasuryRoutes,
  ...settingsRoutes,
  ...breakRoutes,
  ...heldReferralRoutes,
  ...deadLetterRoutes,
  ...inboxRoutes,
  ...adjustmentRoutes,
  ...factorResetRoutes,
  ...notificationRoutes,
  ...historyRoutes,
  ...statementRoutes,
  ...subscriptionRoutes,
  ...caseRoutes,
  ...priceRoutes,
  ...statusRoutes,
  ...webhookRoutes,
} as const satisfies Record<string, Route>;

/** The name of a route: `cards.load`. */
export type RouteId = keyof typeof routes;

/** All route names, in the table's order. */
export const routeIds = Object.keys(routes) as RouteId[];

type Of<Id extends RouteId, Part extends string> = (typeof routes)[Id] extends { readonly [P in Part]: infer S }
  ? S
  : undefined;
type OutputOf<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type InputOf<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

/** The parts of a parsed request. */
export type RequestOf<Id extends RouteId> = {
  readonly params: OutputOf<Of<Id, 'params'>>;
  readonly query: OutputOf<Of<Id, 'query'>>;
  readonly body: OutputOf<Of<Id, 'body'>>;
};

/** The parts of a request as a client gives them. */
export type RequestInputOf<Id extends RouteId> = {
  readonly params: InputOf<Of<Id, 'params'>>;
  readonly query: InputOf<Of<Id, 'query'>>;
  readonly body: InputOf<Of<Id, 'body'>>;
};

/** The reply of a route. */
export type ReplyOf<Id extends RouteId> = z.output<(typeof routes)[Id]['reply']>;

/** Codes that a route may answer beside its own `errors`, depending on its kind (see `codesOfRoute`). */
export const commonErrors = [
  'ValidationFailed',
  'InvalidAccessToken',
  'Forbidden',
  'CrossSiteRequest',
  'AccountSuspended',
  'AccountLocked',
  'ProofRequired',
  'FactorRequired',
  'PayloadTooLarge',
  'UnsupportedMediaType',
  'IdempotencyKeyReused',
  'RequestInProgress',
  'Conflict',
  'TooManyRequests',
  'Internal',
  'Busy',
] as const satisfies readonly ErrorCode[];
