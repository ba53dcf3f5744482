import { sampleMove } from './sample-move.ts';
import { termsVersion } from '#shared/terms.ts';
import { settingsChange } from '#test/support/settings-change.ts';
import type { RouteId, routes } from '#shared/contract/index.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import { goodPassword } from './auth-world.ts';
import type { TestRequest } from './call-endpoint.ts';

/** The ids of one person's objects, which the requests name. */
export type Things = {
  readonly userId: Id<'user'>;
  readonly cardId: Id<'card'>;
  readonly depositId: Id<'deposit'>;
  readonly operationId: Id<'operation'>;
  readonly sessionId: Id<'session'>;
  readonly caseId: Id<'case'>;
};

/**
 * The owner of the data that a route reads or changes. `anybody`: a public route. `caller`: the caller's own data.
 * `owner`: one object, which only its owner can see. `platform`: all people's data, for admins.
 */
export type Whose = 'anybody' | 'caller' | 'owner' | 'platform';

type Routes = typeof routes;
type WhoseOf<R extends RouteId> = Routes[R]['access'] extends 'public'
  ? 'anybody'
  : Routes[R]['access'] extends 'admin'
    ? 'platform'
    : Routes[R]['path'] extends `${string}/{id}${string}`
      ? 'owner'
      : 'caller';

/** One row of the authorization matrix. */
export type AuthorisationRow = {
  readonly whose: Whose;
  /** A request that succeeds for an entitled caller, or is refused with `answers`. */
  readonly request: (things: Things) => TestRequest;
  /** The error for an entitled caller, if the request does not succeed. */
  readonly answers?: ErrorCode;
};

const unknownAdjustment = `adj_7${'Z'.repeat(25)}`;
const unknownTicket = `tkt_0${'Z'.repeat(25)}`;
const nothing = (): TestRequest => ({});
const card = ({ cardId }: Things): TestRequest => ({ params: { id: cardId } });
const person = ({ userId }: Things): TestRequest => ({ params: { id: userId } });
const caseOf = ({ caseId }: Things): TestRequest => ({ params: { id: caseId } });
const name = { firstname: 'Kim', lastname: 'Late' };
const credential = { id: 'x', rawId: 'x', type: 'public-key' };
const clientData = { clientDataJSON: 'x' };
const passwords = { password: goodPassword, confirmPassword: goodPassword };

/** The rows of all routes. A missing row does not compile, nor does a `whose` that does not fit the route. */
export const authorisationRows: {
  readonly [R in RouteId]: AuthorisationRow & { readonly whose: WhoseOf<R> };
} = {
  'auth.register': {
    whose: 'anybody',
    request: () => ({ body: { ...name, ...passwords, email: 'kim.late@example.com' } }),
  },
  'auth.verify-email': {
    whose: 'anybody',
    request: () => ({ params: { code: 'no-code' } }),
    answers: 'InvalidVerificationLink',
  },
  'auth.login': {
    whose: 'anybody',
    request: () => ({ body: { email: 'nobody@example.com', password: 'x' } }),
    answers: 'InvalidCredentials',
  },
  'auth.refresh': { whose: 'anybody', request: nothing, answers: 'InvalidRefreshToken' },
  'auth.logout': { whose: 'anybody', request: nothing },
  'auth.verify-2fa': {
    whose: 'anybody',
    request: ({ userId }) => ({ body: { code: '123456', userId } }),
    answers: 'InvalidCode',
  },
  'auth.prove': {
    whose: 'caller',
    // None of these accounts has recovery codes.
    request: () => ({ body: { method: 'recovery_code', code: '00000-00000' } }),
    answers: 'ProofRequired',
  },
  'auth.undo-email-change': {
    whose: 'anybody',
    request: () => ({ body: { token: 'no-token' } }),
    answers: 'InvalidUndoLink',
  },
  'auth.forgot-password': { whose: 'anybody', request: () => ({ body: { email: 'nobody@example.com' } }) },
  'auth.reset-password': {
    whose: 'anybody',
    request: () => ({ body: { password: 'Another-horse-2', verificationCode: 'no-code' } }),
    answers: 'InvalidResetLink',
  },
  'user.read': { whose: 'caller', request: nothing },
  'user.all': { whose: 'platform', request: nothing },
  'user.rename': { whose: 'caller', request: () => ({ body: { firstname: 'Ada', lastname: 'Renamed' } }) },
  'user.accept-terms': { whose: 'caller', request: () => ({ body: { version: termsVersion } }) },
  'user.lock': { whose: 'caller', request: nothing },
  'user.unlock': { whose: 'caller', request: nothing },
  'user.close': { whose: 'caller', request: () => ({ body: {} }), answers: 'BalanceLeft' },
  'user.export': { whose: 'caller', request: nothing },
  'user.export-read': { whose: 'caller', request: () => ({ body: { token: '1.x' } }), answers: 'InvalidExportLink' },
  'user.two-factor': { whose: 'caller', request: () => ({ body: { enabled: true } }) },
  'user.update-password': {
    whose: 'caller',
    request: () => ({ body: { currentPassword: 'Not-the-one-1', newPassword: 'Another-horse-2' } }),
    answers: 'InvalidCredentials',
  },
  'user.start-email-change': { whose: 'caller', request: () => ({ body: { newEmail: 'moved@example.com' } }) },
  'user.finish-email-change': {
    whose: 'caller',
    request: () => ({ body: { otp: '123456' } }),
    answers: 'InvalidCode',
  },
  'user.security': { whose: 'caller', request: nothing },
  'user.start-totp': { whose: 'caller', request: nothing },
  'user.confirm-totp': { whose: 'caller', request: () => ({ body: { code: '123456' } }), answers: 'Conflict' },
  'user.remove-totp': { whose: 'caller', request: nothing, answers: 'NotFound' },
  'user.renew-recovery-codes': { whose: 'caller', request: nothing, answers: 'Conflict' },
  'sessions.list': { whose: 'caller', request: nothing },
  'sessions.end': { whose: 'owner', request: ({ sessionId }) => ({ params: { id: sessionId } }) },
  'sessions.end-others': { whose: 'caller', request: nothing },
  'user.passkey-options': { whose: 'caller', request: nothing },
  'user.add-passkey': {
    whose: 'caller',
    request: () => ({ body: { attestation: { ...credential, response: { ...clientData, attestationObject: 'x' } } } }),
    answers: 'ValidationFailed',
  },
  'user.rename-passkey': {
    whose: 'owner',
    request: () => ({ params: { id: `pky_7${'Z'.repeat(25)}` }, body: { name: 'Laptop' } }),
    answers: 'NotFound',
  },
  'user.remove-passkey': {
    whose: 'owner',
    request: () => ({ params: { id: `pky_7${'Z'.repeat(25)}` } }),
    answers: 'NotFound',
  },
  'auth.passkey-options': { whose: 'anybody', request: () => ({ body: {} }) },
  'auth.passkey': {
    whose: 'anybody',
    request: () => ({
      body: { assertion: { ...credential, response: { ...clientData, authenticatorData: 'x', signature: 'x' } } },
    }),
    answers: 'InvalidCredentials',
  },
  'transactions.create': {
    whose: 'caller',
    request: () => ({ body: { network: 'TRON', currency: 'USDT', amountInUsd: 5_000 } }),
  },
  'transactions.list': { whose: 'caller', request: nothing },
  'transactions.all': { whose: 'platform', request: nothing },
  'transactions.exchange-rate': { whose: 'caller', request: () => ({ params: { currency: 'USDT' } }) },
  'transactions.read': { whose: 'owner', request: ({ depositId }) => ({ params: { id: depositId } }) },
  'transactions.cancel': { whose: 'owner', request: ({ depositId }) => ({ params: { id: depositId } }) },
  'cards.list': { whose: 'caller', request: nothing },
  'cards.tiles': { whose: 'caller', request: nothing },
  'cards.create': { whose: 'caller', request: () => ({ body: { name: 'Travel', pin: '0007' } }) },
  'cards.read': { whose: 'owner', request: card },
  'cards.reveal': { whose: 'owner', request: card },
  'cards.codes': { whose: 'owner', request: card },
  'cards.transactions': { whose: 'owner', request: card },
  'cards.load': { whose: 'owner', request: (things) => ({ ...card(things), body: { amount: 2_000 } }) },
  'cards.freeze': { whose: 'owner', request: card },
  'cards.unfreeze': { whose: 'owner', request: card },
  'cards.unload': { whose: 'owner', request: (things) => ({ ...card(things), body: { amount: 100 } }) },
  'cards.pin': { whose: 'owner', request: (things) => ({ ...card(things), body: { pin: '0042' } }) },
  'cards.look': { whose: 'owner', request: (things) => ({ ...card(things), body: { name: 'Trips' } }) },
  'subscriptions.list': { whose: 'caller', request: () => ({}) },
  'subscriptions.mute': {
    whose: 'caller',
    request: ({ cardId }) => ({ body: { cardId, merchant: 'Netflix', mutedUntil: null } }),
    answers: 'NotFound',
  },
  'cards.alerts': { whose: 'owner', request: (things) => ({ ...card(things), body: { lowBalance: 1_000 } }) },
  'cards.auto-load': {
    whose: 'owner',
    request: (things) => ({ ...card(things), body: { below: 1_000, amount: 2_000, monthlyMax: 10_000 } }),
  },
  'cards.end-auto-load': { whose: 'owner', request: card },
  'cards.delete': { whose: 'owner', request: card, answers: 'CardNotEmpty' },
  'operations.find': { whose: 'caller', request: () => ({ query: { call: 'cards.load', key: 'some-key' } }) },
  'operations.read': { whose: 'owner', request: ({ operationId }) => ({ params: { id: operationId } }) },
  'referrals.summary': { whose: 'caller', request: nothing },
  'referrals.stats': { whose: 'caller', request: nothing },
  'referrals.withdraw': { whose: 'caller', request: nothing, answers: 'InsufficientFunds' },
  'admin.dashboard': { whose: 'platform', request: nothing },
  'admin.user': { whose: 'platform', request: person },
  'admin.user-file': {
    whose: 'platform',
    request: ({ userId }) => ({ query: { user: userId, tab: 'sessions' } }),
  },
  'admin.note': { whose: 'platform', request: (things) => ({ ...person(things), body: { text: 'Called.' } }) },
  'admin.audit': { whose: 'platform', request: nothing },
  'admin.float': { whose: 'platform', request: nothing },
  'admin.treasury': { whose: 'platform', request: nothing },
  'admin.propose-treasury': { whose: 'platform', request: () => ({ body: sampleMove }) },
  'admin.decide-treasury': {
    whose: 'platform',
    request: () => ({
      params: { id: `trs_7${'Z'.repeat(25)}` },
      body: { outcome: 'approve', reason: 'Seen on paper.' },
    }),
    answers: 'NotFound',
  },
  // No day was closed yet.
  'admin.daily-report': {
    whose: 'platform',
    request: () => ({ query: { day: '2026-01-01' } }),
    answers: 'NotFound',
  },
  'prices.read': { whose: 'anybody', request: nothing },
  'status.read': { whose: 'anybody', request: nothing },
  'admin.settings': { whose: 'platform', request: nothing },
  'admin.change-settings': { whose: 'platform', request: () => settingsChange },
  'admin.desk': { whose: 'platform', request: nothing },
  'admin.deposits': { whose: 'platform', request: nothing },
  'admin.deposit': { whose: 'platform', request: ({ depositId }) => ({ params: { id: depositId } }) },
  'admin.decide-deposit': {
    whose: 'platform',
    request: ({ depositId }) => ({ params: { id: depositId }, body: { outcome: 'refuse', reason: 'Not ours.' } }),
    // The deposit was not paid, so it waits for no decision.
    answers: 'Conflict',
  },
  'admin.operations': { whose: 'platform', request: nothing },
  'admin.ask-operation': {
    whose: 'platform',
    request: ({ operationId }) => ({ params: { id: operationId } }),
    // The operation has ended.
    answers: 'Conflict',
  },
  'admin.decide-operation': {
    whose: 'platform',
    request: ({ operationId }) => ({ params: { id: operationId }, body: { outcome: 'never', reason: 'Not there.' } }),
    answers: 'Conflict',
  },
  'admin.adjustments': { whose: 'platform', request: nothing },
  'admin.propose-adjustment': {
    whose: 'platform',
    request: ({ userId }) => ({ body: { userId, amount: 500, direction: 'credit', reason: 'Charged twice.' } }),
  },
  'admin.approve-adjustment': {
    whose: 'platform',
    request: () => ({ params: { id: unknownAdjustment } }),
    answers: 'NotFound',
  },
  'admin.reject-adjustment': {
    whose: 'platform',
    request: () => ({ params: { id: unknownAdjustment }, body: { reason: 'Refunded by now.' } }),
    answers: 'NotFound',
  },
  'admin.breaks': { whose: 'platform', request: nothing },
  'admin.webhooks': { whose: 'platform', request: nothing },
  'admin.webhook': {
    whose: 'platform',
    request: () => ({ params: { id: 'payments-0' } }),
    answers: 'NotFound',
  },
  'admin.replay-webhook': {
    whose: 'platform',
    request: () => ({ params: { id: 'payments-0' } }),
    answers: 'NotFound',
  },
  'admin.ask-deposit': { whose: 'platform', request: ({ depositId }) => ({ params: { id: depositId } }) },
  'admin.dead-letters': { whose: 'platform', request: nothing },
  'admin.redrive': { whose: 'platform', request: () => ({ params: { queue: 'payment-events' } }) },
  'admin.take-break': { whose: 'platform', request: () => ({ params: { id: unknownTicket } }), answers: 'NotFound' },
  'admin.close-break': {
    whose: 'platform',
    request: () => ({ params: { id: unknownTicket }, body: { reason: 'Looked into.' } }),
    answers: 'NotFound',
  },
  'admin.held-referrals': { whose: 'platform', request: ({ userId }) => ({ query: { user: userId } }) },
  'admin.decide-referral': {
    whose: 'platform',
    request: (things) => ({ ...person(things), body: { outcome: 'released', reason: 'A family.' } }),
    answers: 'NotFound',
  },
  'user.security-log': { whose: 'caller', request: nothing },
  'admin.two-factor': { whose: 'platform', request: (things) => ({ ...person(things), body: { enabled: true } }) },
  'admin.suspend': { whose: 'platform', request: (things) => ({ ...person(things), body: { suspended: true } }) },
  'admin.factor-reset': {
    whose: 'platform',
    request: (things) => ({ ...person(things), body: { reason: 'Lost the phone.' } }),
    // None of these accounts has a factor.
    answers: 'Conflict',
  },
  'admin.cancel-factor-reset': { whose: 'platform', request: person, answers: 'Conflict' },
  'user.cancel-factor-reset': { whose: 'caller', request: nothing, answers: 'Conflict' },
  'auth.cancel-factor-reset': {
    whose: 'anybody',
    request: () => ({ body: { token: 'no-token' } }),
    answers: 'InvalidUndoLink',
  },
  'cards.report': {
    whose: 'owner',
    request: ({ cardId }) => ({
      params: { id: cardId, reference: 'no-payment' },
      body: { reason: 'other', text: 'What is this?' },
    }),
    answers: 'NotFound',
  },
  'cases.list': { whose: 'caller', request: nothing },
  'cases.read': { whose: 'owner', request: caseOf },
  'cases.write': { whose: 'owner', request: (things) => ({ ...caseOf(things), body: { text: 'Any news?' } }) },
  'admin.cases': { whose: 'platform', request: nothing },
  'admin.case': { whose: 'platform', request: caseOf },
  'admin.answer-case': { whose: 'platform', request: (things) => ({ ...caseOf(things), body: { text: 'We asked.' } }) },
  'admin.close-case': { whose: 'platform', request: (things) => ({ ...caseOf(things), body: { reason: 'Solved.' } }) },
  'notifications.list': { whose: 'caller', request: nothing },
  'notifications.unread': { whose: 'caller', request: nothing },
  'notifications.read': {
    whose: 'caller',
    request: () => ({ body: { through: `ntf_7${'Z'.repeat(25)}` } }),
    answers: 'NotFound',
  },
  'user.notifications': { whose: 'caller', request: nothing },
  'user.set-notifications': { whose: 'caller', request: () => ({ body: { refund: { mail: false } } }) },
  'cards.freeze-by-link': {
    whose: 'anybody',
    request: () => ({ body: { token: 'no-token' } }),
    answers: 'InvalidUndoLink',
  },
  'activity.list': { whose: 'caller', request: nothing },
  'transactions.statement': { whose: 'caller', request: () => ({ query: { from: '2026-11-01', to: '2026-12-01' } }) },
  'cards.statement': {
    whose: 'owner',
    request: (things) => ({ ...card(things), query: { from: '2026-11-01', to: '2026-12-01' } }),
  },
  'webhooks.payments': {
    whose: 'anybody',
    request: () => ({ params: { inbox: 'no-inbox' }, text: 'unsigned' }),
    answers: 'InvalidSignature',
  },
  'webhooks.issuer': {
    whose: 'anybody',
    request: () => ({ params: { inbox: 'no-inbox' }, text: 'unsigned' }),
    answers: 'InvalidSignature',
  },
};
