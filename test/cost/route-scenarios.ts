import { hash } from 'node:crypto';
import { termsVersion } from '#shared/terms.ts';
import { acceptOlderTerms } from '#test/support/accept-older-terms.ts';
import { settingsChange } from '#test/support/settings-change.ts';
import { fileTabs } from '#shared/contract/person-file.ts';
import { cents } from '#shared/money.ts';
import type { RouteId } from '#shared/contract/index.ts';
import { addNote } from '#functions/domain/admin/add-note.ts';
import { closeBooks } from '#functions/domain/reports/close-books.ts';
import { dayOf } from '#functions/domain/statistics/day-of.ts';
import { readFloat } from '#functions/domain/float/read-float.ts';
import { finishEmailChange } from '#functions/domain/auth/addresses/finish-email-change.ts';
import { forgotPassword } from '#functions/domain/auth/passwords/forgot-password.ts';
import { newSession } from '#functions/domain/auth/sessions/new-session.ts';
import { openSession } from '#functions/domain/auth/sessions/open-session.ts';
import { tokensOf } from '#functions/domain/auth/sessions/session-tokens.ts';
import { orderFactorReset } from '#functions/domain/auth/factor-reset/order-factor-reset.ts';
import { creationOptions, requestOptions } from '#functions/domain/auth/factors/passkey-options.ts';
import { startTotp } from '#functions/domain/auth/factors/start-totp.ts';
import { register } from '#functions/domain/auth/sign-up/register.ts';
import { requestSecondFactor } from '#functions/domain/auth/sign-in/request-second-factor.ts';
import { startEmailChange } from '#functions/domain/auth/addresses/start-email-change.ts';
import { setAccountLock } from '#functions/domain/cards/set-account-lock.ts';
import { setDesiredState } from '#functions/domain/cards/set-desired-state.ts';
import { exportTokenOf } from '#functions/domain/data-export/export-link.ts';
import { freezeTokenOf } from '#functions/domain/notifications/freeze-link.ts';
import { newReferralAccount } from '#functions/domain/referrals/referral-account.ts';
import { handler as cardTransactions } from '#functions/api/cards/transactions.ts';
import { handler as unload } from '#functions/api/cards/unload.ts';
import { handler as readDeposit } from '#functions/api/transactions/read.ts';
import { insert, update } from '#functions/ports/store.ts';
import {
  accessCookieName,
  passkeyCookieName,
  pendingCookieName,
  refreshCookieName,
} from '#functions/runtime/session-cookies.ts';
import {
  ada,
  cancelTokenIn,
  codeIn,
  digitsIn,
  goodPassword,
  resetCodeIn,
  undoTokenIn,
} from '#test/support/auth-world.ts';
import { callEndpoint, type TestRequest } from '#test/support/call-endpoint.ts';
import { addTestPasskey, testSite } from '#test/support/add-passkey.ts';
import { softwareAuthenticator } from '#test/support/software-authenticator.ts';
import { addTotp } from '#test/support/add-totp.ts';
import { enteredMove, sampleMove } from '#test/support/sample-move.ts';
import { sampleProposal } from '#test/support/sample-proposal.ts';
import { storeEvent } from '#functions/domain/events/store-event.ts';
import { proposeAdjustment } from '#functions/domain/adjustments/propose-adjustment.ts';
import { heldReferral } from '#test/support/held-referral.ts';
import { openTicket } from '#test/support/open-ticket.ts';
import { operationInReview } from '#test/support/operation-in-review.ts';
import { idAt, samples } from '#test/support/sample-entities.ts';
import { totpAt } from '#test/support/totp-at.ts';
import { cookiesOf } from '#test/support/signed-in.ts';
import { join, type CostStage } from './cost-stage.ts';

/** Variant of a read of a card or a deposit that also asks the provider, which happens once in thirty seconds. */
export const asksProvider = 'the first in 30 s, which has the provider asked';

/** Sets up a request's preconditions and returns the request; the cost of the set-up is not counted. */
export type PrepareRequest = (stage: CostStage) => TestRequest | Promise<TestRequest>;

const nothing = (): TestRequest => ({});
const card = ({ card: { cardId } }: CostStage): TestRequest => ({ params: { id: cardId } });
const person = ({ user }: CostStage): TestRequest => ({ params: { id: user.userId } });
const depositOf = ({ deposit }: CostStage): TestRequest => ({ params: { id: deposit.depositId } });

/** Stores a case of the stage's person with this many messages. */
async function openCase({ services: { store }, user: { userId }, card: { cardId } }: CostStage, messages: number) {
  const place = { ...samples.case, userId, cardId };
  const { caseId } = place;
  await store.commit([
    insert('case', { ...place, messageCount: messages }),
    insert('openCases', { ...samples.openCases, userId }),
    ...Array.from({ length: messages }, (_, index) =>
      insert('caseMessage', { ...samples.caseMessage, authorId: userId, number: index + 1 }),
    ),
  ]);
  return { params: { id: caseId } };
}

/** Stores notifications of the stage's person. */
async function notify({ services: { store }, user: { userId } }: CostStage, count: number): Promise<void> {
  for (let from = 0; from < count; from += 60) {
    const ids = Array.from({ length: Math.min(60, count - from) }, (_, place) => idAt('ntf', from + place));
    const expiresAtMs = Date.UTC(2100, 0);
    const all = [...ids, ...(from === 0 ? [samples.notification.notificationId] : [])];
    await store.commit(
      all.map((notificationId) =>
        insert('notification', { ...samples.notification, userId, notificationId, dueAtMs: undefined, expiresAtMs }),
      ),
    );
  }
}

/** Makes a request of a person whose card has a subscription. */
function withSubscription(prepare: (stage: CostStage) => TestRequest): PrepareRequest {
  return async (stage) => {
    const { userId, cardId } = stage.card;
    const found = samples.subscriptions.found.map((each) => ({ ...each, cardId }));
    await stage.services.store.commit([insert('subscriptions', { ...samples.subscriptions, userId, found })]);
    return prepare(stage);
  };
}

/** Opens the ticket of a break. */
function ticketOf({ services, user }: CostStage): Promise<string> {
  return openTicket(services, user.userId);
}

/** A referral of the stage's person that is held. */
function heldReferralOf({ world, user }: CostStage): Promise<string> {
  return heldReferral(world, user);
}

/** Has another admin propose an adjustment. */
async function adjustmentOf({ world, services, user }: CostStage): Promise<string> {
  const { userId: actorId } = await world.cardholder(0, { role: 'admin' });
  return (await proposeAdjustment(services, { ...sampleProposal(user), actorId })).adjustmentId;
}

/** Brings a load into review. */
async function review({ world, user }: CostStage): Promise<string> {
  return (await operationInReview(world, user)).operationId;
}

const newPassword = 'Long-Walks-88';

/** The most expensive successful requests of each route. A route without one does not compile. */
export const routeScenarios: { readonly [R in RouteId]: Readonly<Record<string, PrepareRequest>> } = {
  'auth.register': {
    'a new address': () => ({
      body: {
        firstname: 'Kim',
        lastname: 'Late',
        email: 'kim.late@example.com',
        password: goodPassword,
        confirmPassword: goodPassword,
      },
    }),
    'one that is taken': ({ user }) => ({
      body: {
        firstname: 'Kim',
        lastname: 'Late',
        email: user.email,
        password: goodPassword,
        confirmPassword: goodPassword,
      },
    }),
  },
  'auth.verify-email': {
    '': async ({ services, mails }) => {
      await register(services, ada);
      return { params: { code: codeIn(mails.at(-1)) } };
    },
    'of a referred person': async ({ services, mails, user }) => {
      await register(services, { ...ada, referredBy: user.userId });
      return { params: { code: codeIn(mails.at(-1)) } };
    },
  },
  'auth.login': {
    '': ({ user }) => ({ body: { email: user.email, password: goodPassword } }),
  },
  'auth.refresh': {
    '': async ({ services, user }) => ({
      cookies: { [refreshCookieName]: (await openSession(services, user)).refreshToken },
    }),
  },
  'auth.logout': {
    '': async ({ services, user }) => {
      const { accessToken, refreshToken } = await openSession(services, user);
      return { cookies: { [accessCookieName]: accessToken, [refreshCookieName]: refreshToken } };
    },
  },
  'auth.verify-2fa': {
    '': async ({ services, user, mails }) => {
      const { browserToken } = await requestSecondFactor(services, user, undefined);
      return {
        body: { code: digitsIn(mails.at(-1)), userId: user.userId },
        cookies: { [pendingCookieName]: browserToken ?? '' },
      };
    },
  },
  'auth.prove': { '': () => ({ body: { method: 'password', password: goodPassword } }) },
  'auth.undo-email-change': {
    '': async ({ services, user, mails }) => {
      await startEmailChange(services, { user, newEmail: 'moved@example.com' });
      const session = newSession(services, user);
      await finishEmailChange(services, { user, session, code: digitsIn(mails.at(-1)) });
      return { body: { token: undoTokenIn(mails.at(-1)) } };
    },
  },
  'auth.forgot-password': { '': ({ user }) => ({ body: { email: user.email } }) },
  'auth.reset-password': {
    '': async ({ services, user, mails }) => {
      await forgotPassword(services, { email: user.email, clientAddress: '198.51.100.7' });
      return { body: { password: newPassword, verificationCode: resetCodeIn(mails.at(-1)) } };
    },
  },
  'user.read': { '': nothing },
  'user.all': {
    '': nothing,
    'found by name': () => ({ query: { search: 'fay' } }),
    'found by the end of a card number': ({ card: { last4Digits } }) => ({ query: { search: last4Digits } }),
    'found by the id of a card': ({ card: { cardId } }) => ({ query: { search: cardId } }),
    'found by the id of a deposit': ({ deposit }) => ({ query: { search: deposit.depositId } }),
  },
  'user.rename': { '': () => ({ body: { firstname: 'Faye', lastname: 'Renamed' } }) },
  'user.accept-terms': {
    '': async ({ services, user }) => {
      await acceptOlderTerms(services, user);
      return { body: { version: termsVersion } };
    },
  },
  'user.lock': { '': nothing },
  'user.unlock': {
    '': async ({ services, user }) => {
      await setAccountLock(services, { userId: user.userId, isLocked: true });
      return {};
    },
  },
  'user.close': {
    '': async ({ services, user }) => {
      const { store } = services;
      const wallet = await store.get('wallet', user);
      if (wallet) await store.commit([update('wallet', wallet, { availableCents: cents(0), cardCount: 0 })]);
      return { body: {} };
    },
  },
  'user.export': { '': nothing },
  'user.export-read': {
    '': async ({ services, user: { userId } }) => {
      const expiresAtMs = services.clock.now() + 1_000;
      return { body: { token: await exportTokenOf(services, { userId, expiresAtMs }) } };
    },
  },
  'user.two-factor': { '': () => ({ body: { enabled: true } }) },
  'user.update-password': { '': () => ({ body: { currentPassword: goodPassword, newPassword } }) },
  'user.start-email-change': { '': () => ({ body: { newEmail: 'moved@example.com' } }) },
  'user.finish-email-change': {
    '': async ({ services, user, mails }) => {
      await startEmailChange(services, { user, newEmail: 'moved@example.com' });
      return { body: { otp: digitsIn(mails.at(-1)) } };
    },
  },
  'user.security': { '': nothing },
  'user.start-totp': { '': nothing },
  'user.confirm-totp': {
    '': async ({ services, user }) => {
      const session = newSession(services, user);
      await services.store.commit([insert('session', session)]);
      const { secret } = await startTotp(services, session);
      const { accessToken } = await tokensOf(services, session);
      return { body: { code: totpAt(secret, services.clock.now()) }, cookies: { [accessCookieName]: accessToken } };
    },
  },
  'user.remove-totp': {
    '': async ({ services, user }) => {
      await addTotp(services, user);
      return {};
    },
  },
  'user.renew-recovery-codes': {
    '': async ({ services, user }) => {
      await addTotp(services, user);
      return {};
    },
  },
  'sessions.list': {
    '': async ({ services, user }) => {
      await openSession(services, user);
      return {};
    },
  },
  'sessions.end': {
    '': async ({ services, user }) => {
      const { accessToken } = await openSession(services, user);
      const claims = await services.keys.readAccessToken(accessToken, services.clock.now());
      return { params: { id: claims?.sessionId ?? '' } };
    },
  },
  'sessions.end-others': { '': nothing },
  'user.passkey-options': { '': nothing },
  'user.add-passkey': {
    '': async ({ services, user }) => {
      const session = newSession(services, user);
      await services.store.commit([insert('session', session)]);
      const { accessToken } = await tokensOf(services, session);
      const attestation = softwareAuthenticator(testSite).make(await creationOptions(services, { user, session }));
      return { body: { attestation }, cookies: { [accessCookieName]: accessToken } };
    },
  },
  'user.rename-passkey': {
    '': async ({ services, user }) => ({
      params: { id: (await addTestPasskey(services, user))._id },
      body: { name: 'Work laptop' },
    }),
  },
  'user.remove-passkey': {
    '': async ({ services, user }) => ({ params: { id: (await addTestPasskey(services, user))._id } }),
  },
  'auth.passkey-options': {
    'for a proof': async ({ services, user }) => ({
      body: { purpose: 'proof' },
      cookies: await cookiesOf(services, user),
    }),
  },
  'auth.passkey': {
    '': async ({ services, user }) => {
      const { authenticator } = await addTestPasskey(services, user);
      const bond = { purpose: 'sign-in', holder: 'browser' } as const;
      const options = await requestOptions(services, { bond, user: undefined });
      return { body: { assertion: authenticator.use(options) }, cookies: { [passkeyCookieName]: 'browser' } };
    },
  },
  // A different amount than the stage's deposit: an equal one would be read first and returned.
  'transactions.create': { '': () => ({ body: { network: 'TRON', currency: 'USDT', amountInUsd: 5_100 } }) },
  'transactions.list': {
    '': nothing,
    'searched by words': () => ({ query: { search: 'card load', status: 'completed' } }),
  },
  'transactions.all': {
    '': nothing,
    'searched by an address': ({ user }) => ({ query: { search: user.email } }),
    'searched by the end of a card number': ({ card: { last4Digits } }) => ({ query: { search: last4Digits } }),
    'searched by the id of a card': ({ card: { cardId } }) => ({ query: { search: cardId } }),
    'searched by an amount': ({ world }) => {
      const nowMs = world.clock.now();
      const from = new Date(nowMs - 30 * 86_400_000).toISOString();
      return { query: { search: '$42.17', from, to: new Date(nowMs).toISOString() } };
    },
    'searched by a name': () => ({ query: { search: 'Fay000000005 Lane000000005' } }),
  },
  'transactions.exchange-rate': { '': () => ({ params: { currency: 'USDT' } }) },
  'transactions.read': {
    '': async (stage) => {
      const cookies = await cookiesOf(stage.services, stage.user);
      await callEndpoint(readDeposit, stage.services, { ...depositOf(stage), cookies });
      return depositOf(stage);
    },
    [asksProvider]: depositOf,
  },
  'transactions.cancel': { '': depositOf },
  'cards.list': { '': nothing },
  'cards.tiles': { '': nothing },
  'cards.create': { '': () => ({ body: { name: 'Travel', pin: '0007' } }) },
  'cards.read': { '': card },
  'cards.reveal': { '': card },
  'cards.codes': { '': card },
  'cards.transactions': {
    '': async (stage) => {
      const cookies = await cookiesOf(stage.services, stage.user);
      await callEndpoint(cardTransactions, stage.services, { ...card(stage), cookies });
      return card(stage);
    },
    [asksProvider]: card,
  },
  'cards.load': { '': (stage) => ({ ...card(stage), body: { amount: 2_000 } }) },
  'cards.freeze': { '': card },
  'cards.unfreeze': {
    '': async (stage) => {
      await setDesiredState(stage.services, { ...stage.card, desired: 'frozen' });
      return card(stage);
    },
  },
  'cards.unload': { '': (stage) => ({ ...card(stage), body: { amount: 100 } }) },
  'cards.pin': { '': (stage) => ({ ...card(stage), body: { pin: '0042' } }) },
  'cards.look': { '': (stage) => ({ ...card(stage), body: { name: 'Trips' } }) },
  'subscriptions.list': { '': withSubscription(() => ({})) },
  'subscriptions.mute': {
    '': withSubscription(({ card: { cardId } }) => ({ body: { cardId, merchant: 'Netflix', mutedUntil: null } })),
  },
  'cards.alerts': { '': (stage) => ({ ...card(stage), body: { lowBalance: 1_000 } }) },
  'cards.auto-load': {
    '': (stage) => ({ ...card(stage), body: { below: 1_000, amount: 2_000, monthlyMax: 10_000 } }),
  },
  'cards.end-auto-load': { '': card },
  'cards.delete': {
    '': async (stage) => {
      const cookies = await cookiesOf(stage.services, stage.user);
      await callEndpoint(unload, stage.services, { ...card(stage), cookies, body: { amount: 400 } });
      stage.world.clock.advance(5 * 60_000);
      return card(stage);
    },
  },
  'operations.find': { '': () => ({ query: { call: 'cards.load', key: 'some-key' } }) },
  'operations.read': { '': ({ operationId }) => ({ params: { id: operationId } }) },
  'referrals.summary': { '': nothing },
  'referrals.stats': { '': nothing },
  'referrals.withdraw': {
    '': async ({ services, user }) => {
      const account = newReferralAccount(user.userId, services.clock.now());
      await services.store.commit([insert('referralAccount', { ...account, balanceCents: cents(10_000) })]);
      return {};
    },
  },
  'admin.dashboard': { '': nothing },
  'admin.user': { '': person },
  'admin.user-file': Object.fromEntries(
    fileTabs.map((tab) => [tab, ({ user }: CostStage) => ({ query: { user: user.userId, tab } })]),
  ),
  'admin.note': { '': (stage) => ({ ...person(stage), body: { text: 'Called about a card.' } }) },
  'admin.audit': {
    '': nothing,
    'of one person': async ({ services, user }) => {
      await addNote(services, { actorId: user.userId, userId: user.userId, text: 'Called.' });
      return { query: { subject: user.userId } };
    },
  },
  'admin.float': {
    '': async ({ services }) => {
      await readFloat(services, cents(100_000));
      return {};
    },
  },
  'admin.treasury': {
    '': async ({ world }) => {
      await enteredMove(world);
      return {};
    },
  },
  'admin.propose-treasury': { '': () => ({ body: sampleMove }) },
  'admin.decide-treasury': {
    '': async ({ world }) => ({
      params: { id: (await enteredMove(world)).moveId },
      body: { outcome: 'approve', reason: 'Seen on paper.' },
    }),
  },
  'admin.daily-report': {
    '': async ({ services, world }) => {
      await closeBooks(services);
      return { query: { day: dayOf(world.clock.now()) } };
    },
  },
  'prices.read': { '': nothing },
  'status.read': { '': nothing },
  'admin.settings': { '': nothing },
  'admin.change-settings': { '': () => settingsChange },
  'admin.desk': {
    '': async (stage) => {
      await review(stage);
      return {};
    },
  },
  'admin.deposits': { '': nothing, refused: () => ({ query: { state: 'refused' } }) },
  'admin.deposit': { '': depositOf },
  'admin.decide-deposit': {
    '': (stage) => {
      stage.world.payments.become(stage.deposit.depositId, { state: 'paid', receivedAmount: '1000000.00' });
      return { ...depositOf(stage), body: { outcome: 'credit', creditCents: 1, reason: 'Ours.' } };
    },
  },
  'admin.operations': {
    '': async (stage) => {
      await review(stage);
      return {};
    },
  },
  'admin.ask-operation': {
    '': async (stage) => ({ params: { id: await review(stage) } }),
  },
  'admin.decide-operation': {
    '': async (stage) => ({ params: { id: await review(stage) }, body: { outcome: 'never', reason: 'Not there.' } }),
  },
  'admin.adjustments': {
    '': async (stage) => {
      await adjustmentOf(stage);
      return {};
    },
    'that wait': async (stage) => {
      await adjustmentOf(stage);
      return { query: { state: 'waiting' } };
    },
  },
  'admin.propose-adjustment': {
    '': ({ user }) => ({
      body: { userId: user.userId, amount: 500, direction: 'credit', reason: 'Charged twice.' },
    }),
  },
  'admin.approve-adjustment': { '': async (stage) => ({ params: { id: await adjustmentOf(stage) } }) },
  'admin.reject-adjustment': {
    '': async (stage) => ({ params: { id: await adjustmentOf(stage) }, body: { reason: 'Refunded by now.' } }),
  },
  'admin.breaks': {
    '': async (stage) => {
      await ticketOf(stage);
      return {};
    },
  },
  'admin.webhooks': {
    '': async (stage) => {
      await webhookOf(stage);
      return {};
    },
    'of a payment': async (stage) => {
      await webhookOf(stage);
      return { query: { about: stage.deposit.depositId } };
    },
  },
  'admin.replay-webhook': { '': async (stage) => ({ params: { id: await webhookOf(stage) } }) },
  'admin.ask-deposit': { '': depositOf },
  'admin.webhook': { '': async (stage) => ({ params: { id: await webhookOf(stage) } }) },
  'admin.dead-letters': { '': nothing },
  'admin.redrive': { '': () => ({ params: { queue: 'payment-events' } }) },
  'admin.take-break': { '': async (stage) => ({ params: { id: await ticketOf(stage) } }) },
  'admin.close-break': {
    '': async (stage) => ({ params: { id: await ticketOf(stage) }, body: { reason: 'Posted.' } }),
  },
  'admin.held-referrals': {
    '': async (stage) => {
      await heldReferralOf(stage);
      return { query: { user: stage.user.userId } };
    },
  },
  'admin.decide-referral': {
    '': async (stage) => ({
      params: { id: await heldReferralOf(stage) },
      body: { outcome: 'released', reason: 'A family.' },
    }),
  },
  'user.security-log': { '': nothing },
  'admin.two-factor': { '': (stage) => ({ ...person(stage), body: { enabled: true } }) },
  'admin.suspend': { 'with one card': (stage) => ({ ...person(stage), body: { suspended: true } }) },
  'admin.factor-reset': {
    'the approval': async (stage) => {
      await orderedReset(stage);
      return { ...person(stage), body: { reason: 'Checked by phone.' } };
    },
  },
  'admin.cancel-factor-reset': {
    '': async (stage) => {
      await orderedReset(stage);
      return person(stage);
    },
  },
  'user.cancel-factor-reset': {
    '': async (stage) => {
      await approvedReset(stage);
      return {};
    },
  },
  'auth.cancel-factor-reset': {
    '': async (stage) => {
      await approvedReset(stage);
      return { body: { token: cancelTokenIn(stage.mails.at(-1)) } };
    },
  },
  'cards.report': {
    'the newest payment, not the own': async ({ services: { store }, card: { userId, cardId } }) => {
      const found = await store.get('card', { userId, cardId });
      if (!found) throw new Error('no card');
      const number = found.transactionCount + 1;
      await store.commit([
        update('card', found, { transactionCount: number }),
        insert('cardTransaction', { ...samples.cardTransaction, userId, cardId, number }),
      ]);
      const { reference } = samples.cardTransaction;
      return { params: { id: cardId, reference }, body: { reason: 'not_mine', text: 'I did not make this payment.' } };
    },
  },
  'cases.list': {
    'one case': async (stage) => {
      await openCase(stage, 3);
      return {};
    },
  },
  'cases.read': { 'three messages': (stage) => openCase(stage, 3) },
  'cases.write': {
    '': async (stage) => ({ ...(await openCase(stage, 3)), body: { text: 'Any news?' } }),
  },
  'admin.cases': {
    'one case': async (stage) => {
      await openCase(stage, 3);
      return {};
    },
  },
  'admin.case': { 'three messages': (stage) => openCase(stage, 3) },
  'admin.answer-case': {
    '': async (stage) => ({ ...(await openCase(stage, 3)), body: { text: 'We asked the merchant.' } }),
  },
  'admin.close-case': {
    '': async (stage) => ({ ...(await openCase(stage, 3)), body: { reason: 'The merchant paid it back.' } }),
  },
  'notifications.list': {
    'a hundred of them': async (stage) => {
      await notify(stage, 120);
      return {};
    },
  },
  'notifications.unread': {
    'a hundred of them': async (stage) => {
      await notify(stage, 120);
      return {};
    },
  },
  'notifications.read': {
    '': async (stage) => {
      await notify(stage, 120);
      return { body: { through: samples.notification.notificationId } };
    },
  },
  'user.notifications': { '': nothing },
  'user.set-notifications': { '': () => ({ body: { refund: { mail: false } } }) },
  'cards.freeze-by-link': {
    '': async ({ services, card: { userId, cardId } }) => {
      const link = { userId, cardId, expiresAtMs: services.clock.now() + 1_000 };
      return { body: { token: await freezeTokenOf(services, link) } };
    },
  },
  'activity.list': { '': nothing, 'searched by words': () => ({ query: { search: 'card load' } }) },
  'transactions.statement': { 'a month': () => ({ query: { from: '2026-11-01', to: '2026-12-01' } }) },
  'cards.statement': {
    'a month': (stage) => ({ ...card(stage), query: { from: '2026-11-01', to: '2026-12-01' } }),
  },
  'webhooks.payments': {
    '': async ({ services, deposit }) => ({
      params: { inbox: await services.keys.callbackToken(deposit.depositId) },
      text: JSON.stringify({ reference: deposit.depositId, paymentId: 'x', claimedStatus: 'paid' }),
    }),
  },
  'webhooks.issuer': {
    '': (stage) => ({
      params: { inbox: 'a-path-token' },
      headers: { 'x-webhook-signature': 'authentic' },
      text: JSON.stringify(purchase(stage)),
    }),
  },
};

/** Has another admin propose to reset the factors of the person, who has an app. */
async function orderedReset({ world, services, user }: CostStage): Promise<void> {
  await addTotp(services, user);
  const { userId: actorId } = await join(world, 3, { role: 'admin' });
  await orderFactorReset(services, { actorId, userId: user.userId, reason: 'Lost the phone.' });
}

/** Approves the reset as well. */
async function approvedReset(stage: CostStage): Promise<void> {
  await orderedReset(stage);
  const { services, user, admin } = stage;
  await orderFactorReset(services, { actorId: admin.userId, userId: user.userId, reason: 'Checked by phone.' });
}

/** The issuer's event about a purchase. */
export function purchase({ card: { issuerCardId } }: CostStage): object {
  return {
    type: 'transaction',
    issuerCardId,
    reference: 'P-1',
    kind: 'purchase',
    amountCents: 120,
    description: 'CORNER COFFEE',
    atMs: 0,
  };
}

/** Stores a webhook of the payment provider that credited a deposit, in the inbox. */
async function webhookOf({ services, deposit }: CostStage): Promise<string> {
  const body = Buffer.from(JSON.stringify({ reference: deposit.depositId, paymentId: 'x', claimedStatus: 'paid' }));
  const queue = { send: async () => undefined };
  await storeEvent({ ...services, queue }, { source: 'payments', body, about: deposit.depositId });
  return `payments-${hash('sha256', body)}`;
}
