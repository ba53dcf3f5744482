import type { RouteId } from '#shared/contract/index.ts';
import type { Grant } from './types.ts';

/** The rights of each endpoint. A route without a line here does not compile. */
export const routeGrants: Record<RouteId, Grant> = {
  'auth.register': { table: 'write', secrets: ['session'], mail: true },
  'auth.verify-email': { table: 'write', secrets: ['session', 'issuer'] },
  'auth.login': { table: 'write', secrets: ['session'], mail: true },
  'auth.refresh': { table: 'write', secrets: ['session'], mail: true },
  'auth.logout': { table: 'write', secrets: ['session'] },
  'auth.verify-2fa': { table: 'write', secrets: ['session'], mail: true },
  'auth.prove': { table: 'write', secrets: ['session'] },
  'auth.undo-email-change': { table: 'write', secrets: ['session'], mail: true },
  'auth.forgot-password': { table: 'write', secrets: ['session'], mail: true },
  'auth.reset-password': { table: 'write', secrets: ['session', 'issuer'], mail: true },
  'user.read': { table: 'read', secrets: ['session'] },
  'user.all': { table: 'read', secrets: ['session'] },
  'user.rename': { table: 'write', secrets: ['session'] },
  'user.lock': { table: 'write', secrets: ['session'], mail: true, send: ['issuer-events'] },
  'user.unlock': { table: 'write', secrets: ['session'], mail: true, send: ['issuer-events'] },
  'user.two-factor': { table: 'write', secrets: ['session'], mail: true },
  'user.update-password': { table: 'write', secrets: ['session'], mail: true },
  'user.start-email-change': { table: 'write', secrets: ['session'], mail: true },
  'user.finish-email-change': { table: 'write', secrets: ['session'], mail: true },
  'user.security': { table: 'read', secrets: ['session'] },
  'user.start-totp': { table: 'write', secrets: ['session'] },
  'user.confirm-totp': { table: 'write', secrets: ['session'], mail: true },
  'user.remove-totp': { table: 'write', secrets: ['session'], mail: true },
  'user.renew-recovery-codes': { table: 'write', secrets: ['session'], mail: true },
  'sessions.list': { table: 'read', secrets: ['session'] },
  'sessions.end': { table: 'write', secrets: ['session'] },
  'sessions.end-others': { table: 'write', secrets: ['session'] },
  'user.passkey-options': { table: 'read', secrets: ['session'] },
  'user.add-passkey': { table: 'write', secrets: ['session'], mail: true },
  'user.remove-passkey': { table: 'write', secrets: ['session'], mail: true },
  'auth.passkey-options': { table: 'read', secrets: ['session'] },
  'auth.passkey': { table: 'write', secrets: ['session'], mail: true },
  'transactions.create': { table: 'write', secrets: ['session', 'payments'], send: ['issuer-events'] },
  'transactions.list': { table: 'read', secrets: ['session'] },
  'transactions.all': { table: 'read', secrets: ['session'] },
  'transactions.exchange-rate': { table: 'read', secrets: ['session', 'payments'] },
  'transactions.read': { table: 'write', secrets: ['session', 'payments'], send: ['issuer-events'] },
  'transactions.cancel': { table: 'write', secrets: ['session'] },
  'cards.list': { table: 'read', secrets: ['session'] },
  'cards.tiles': { table: 'read', secrets: ['session'] },
  'cards.create': { table: 'write', secrets: ['session', 'issuer'] },
  'cards.read': { table: 'read', secrets: ['session'] },
  'cards.reveal': { table: 'write', secrets: ['session', 'issuer'] },
  'cards.transactions': { table: 'write', secrets: ['session', 'issuer'] },
  'cards.load': { table: 'write', secrets: ['session', 'issuer'] },
  'cards.freeze': { table: 'write', secrets: ['session', 'issuer'] },
  'cards.unfreeze': { table: 'write', secrets: ['session', 'issuer'] },
  'cards.unload': { table: 'write', secrets: ['session', 'issuer'] },
  'cards.pin': { table: 'write', secrets: ['session', 'issuer'] },
  'cards.look': { table: 'write', secrets: ['session'] },
  'cards.delete': { table: 'write', secrets: ['session'], send: ['issuer-events'] },
  'referrals.summary': { table: 'read', secrets: ['session'] },
  'referrals.stats': { table: 'read', secrets: ['session'] },
  'referrals.withdraw': { table: 'write', secrets: ['session'] },
  'operations.find': { table: 'read', secrets: ['session'] },
  'operations.read': { table: 'read', secrets: ['session'] },
  'admin.dashboard': { table: 'read', secrets: ['session'] },
  'admin.audit': { table: 'read', secrets: ['session'] },
  'user.security-log': { table: 'read', secrets: ['session'] },
  'admin.user': { table: 'write', secrets: ['session'] },
  'admin.two-factor': { table: 'write', secrets: ['session'], mail: true },
  'admin.suspend': { table: 'write', secrets: ['session', 'issuer'], mail: true },
  'webhooks.payments': { table: 'write', secrets: ['session', 'payments'], send: ['payment-events'] },
  'webhooks.issuer': { table: 'write', secrets: ['issuer'], send: ['issuer-events'] },
};

/** The rights of each queue worker. */
export const workerGrants = {
  'payment-events': { table: 'write', secrets: ['payments'], send: ['issuer-events'] },
  'issuer-events': { table: 'write', secrets: ['issuer'] },
} as const satisfies Record<string, Grant>;

/** The rights of each worker on the table's stream, beside reading the stream. */
export const streamGrants = {
  aggregates: { table: 'write' },
} as const satisfies Record<string, Grant>;

/** The rights of each scheduled job. */
export const jobGrants = {
  'sweep-operations': { table: 'write', secrets: ['issuer'], mail: true },
  'catch-up-cards': { table: 'write', secrets: ['issuer'] },
  'poll-deposits': { table: 'write', secrets: ['payments', 'session'], send: ['issuer-events'] },
  'pay-referrals': { table: 'write' },
  reconcile: { table: 'write', secrets: ['issuer', 'payments'], send: ['issuer-events'] },
  'reconcile-fully': { table: 'write', secrets: ['issuer', 'payments'], send: ['issuer-events'] },
  'rebuild-aggregates': { table: 'write' },
} as const satisfies Record<string, Grant>;
