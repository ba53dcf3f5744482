import type { FreezeReason } from '#shared/contract/cards.ts';
import type * as z from 'zod/mini';
import type { RequestInputOf, RouteId, routes } from '#shared/contract/index.ts';

type ReplyInput<Id extends RouteId> = z.input<(typeof routes)[Id]['reply']>;

/** One call of a route and its answer, as a reader may try it. */
type Example<Id extends RouteId> = {
  readonly params?: RequestInputOf<Id>['params'];
  readonly body?: RequestInputOf<Id>['body'];
  readonly reply: z.input<(typeof routes)[Id]['reply']>;
};

const at = '2026-03-12T19:03:58.120Z';
const userId = 'usr_01JQ5V8W7N3K2M4P6R8T0V2X4Z';
const sessionId = 'ses_01JQ5V9A0B1C2D3E4F5G6H7J8K';
const otherSessionId = 'ses_01JQ5V0K9J8H7G6F5E4D3C2B1A';
const cardId = 'crd_01JQ5VA1C9E5G7J1M3P5R7T9VB';
const depositId = 'dep_01JQ5VB4D2F6H8K0N2Q4S6T8W1';
const operationId = 'op_01JQ5VC7E3G9J1M5P7R9T1V3X5';

const notificationId = 'ntf_01JQ5VF2K4N6Q8S0V2X4Z6B8D0';
const auditId = 'aud_01JQ5VD9G2J4M6P8R0T2V4X6Z8';

const on = { signUp: true, deposits: true, cardCreation: true, load: true, withdrawal: true, referrals: true };

const prices = {
  version: 1,
  from: '1970-01-01T00:00:00.000Z',
  cardFeeCents: 1500,
  firstLoadCents: 500,
  loadPercent: 3,
  loadFixedCents: 100,
};

const cardLimits = {
  version: 1,
  from: '1970-01-01T00:00:00.000Z',
  balanceCents: 500_000,
  monthlySpendCents: 1_000_000,
};

const settings: ReplyInput<'admin.settings'> = {
  version: 4,
  switches: { ...on, load: false },
  coinsOff: ['XMR'],
  restrictedCountries: ['CU', 'IR', 'KP', 'SY'],
  prices: [prices],
  limits: [cardLimits],
  announcement: { text: 'Loading cards is paused until 21:00 UTC.', until: '2026-03-12T21:00:00.000Z' },
  changedAt: at,
  changedBy: userId,
  changedByEmail: 'mara@example.com',
  reason: 'The card issuer is down.',
  history: [],
};

const waitingDeposit = {
  _id: depositId,
  userId,
  email: 'mara@example.com',
  amount: 5000,
  credited: 5000,
  frozen: 0,
  surplus: 8000,
  refused: 0,
  currency: 'USDT',
  received: { amount: '130.00', coin: 'USDT' },
  status: 'paid_over',
  why: 'more than twice the invoice was paid',
  since: at,
  proposal: null,
} as const;

const user = {
  _id: userId,
  email: 'mara@example.com',
  firstname: 'Mara',
  lastname: 'Lind',
  role: 'user',
  verified: true,
  isTwoFactorEnabled: false,
  isSuspended: false,
  balance: 15_750,
  held: 0,
  cardholderId: 'ch_5f0c2d',
  createdAt: at,
  updatedAt: at,
} as const;

const mailed = { mail: true } as const;

const preferences = {
  deposit_seen: mailed,
  deposit_credited: mailed,
  deposit_trouble: mailed,
  card_ready: mailed,
  card_failed: mailed,
  purchase: mailed,
  decline: mailed,
  refund: mailed,
  card_frozen: mailed,
  card_warning: mailed,
  low_balance: mailed,
  auto_load: mailed,
  renewal: mailed,
  payout: mailed,
  debt: mailed,
  case: mailed,
  security: mailed,
  purchaseMinCents: 0,
};

const tile = { _id: cardId, name: 'Travel', last4Digits: '4242', balance: 5500, status: 'active' } as const;

const autoLoad = {
  below: 1000,
  amount: 2500,
  monthlyMax: 10_000,
  until: '2026-12-31T00:00:00.000Z',
  loadedThisMonth: 2500,
  failures: 0,
  failure: null,
} as const;

const card = {
  ...tile,
  colour: 'ocean',
  brand: 'Mastercard',
  expiry: '11/29',
  held: 0,
  frozenReasons: [] as FreezeReason[],
  statusReason: null,
  lowBalance: null,
  autoLoad: null,
  declines: { short: 0, freezesAt: 5 },
  unfrozenUntil: null,
  withdrawableAt: null,
  limits: { balance: 500_000, transaction: 500_000, monthlySpend: 1_000_000, holdable: 500_000, spentThisMonth: 2390 },
  createdAt: at,
  updatedAt: at,
} as const;

const subscription = {
  merchant: 'Netflix',
  cardId,
  expectedCents: 1549,
  nextAt: at,
  cadenceDays: 30,
  shortByCents: 339,
  mutedUntil: null,
} as const;

const operation = {
  _id: operationId,
  kind: 'card_load',
  status: 'completed',
  amount: 5000,
  fee: 250,
  cardId,
  reason: null,
  estimatedAt: null,
  createdAt: at,
  updatedAt: at,
} as const;

const transaction = {
  _id: depositId,
  tid: '8b03432e-385b-4670-8d06-064591096795',
  kind: 'deposit',
  type: 'credit',
  amount: 5000,
  amountPaid: 5000,
  fee: 0,
  email: user.email,
  status: 'paid',
  description: 'Deposit in USDT',
  cardId: null,
  paymentUrl: 'https://pay.example.com/pay/8b03432e-385b-4670-8d06-064591096795',
  createdAt: at,
  updatedAt: at,
} as const;

const deposit = {
  ...transaction,
  currency: 'USDT',
  network: 'TRON',
  payerAmount: '50.00000000',
  receivedAmount: '50.00000000',
  remainingAmount: null,
  rate: '1.00000000',
  address: 'TXhYw3ZkQ7bW9pNfR2sD4gJ6mL8vC1xB5a',
  expiresAt: at,
  txid: null,
  canceledAt: null,
  review: null,
  surplus: 0,
  events: [{ status: 'paid', at, amountPaid: 5000 }],
} as const;

const reportedCase = {
  _id: 'cas_01JQ5VG4N6Q8S0V2X4Z6B8D0F2',
  state: 'waiting',
  reason: 'wrong_amount',
  card: { _id: cardId, name: 'Travel', last4Digits: '4242' },
  reference: 'PUR-2390',
  merchant: 'Blue Bottle',
  amount: 2390,
  refunded: 0,
  paidAt: at,
  closedBy: null,
  closingReason: null,
  createdAt: at,
  since: at,
} as const;
const caseId = { id: reportedCase._id } as const;
const complaint = { from: 'cardholder', text: 'I paid $21.90, not $23.90.', at } as const;
const supported = { from: 'support', text: 'We are asking the merchant.', at } as const;
const treasuryMove = {
  _id: 'trs_01J9ZK3V7Q0000000000000000',
  kind: 'payout',
  direction: 'out',
  amount: 100_000,
  fee: 1_500,
  coin: 'USDT',
  coinAmount: '1015',
  reference: 'WIRE-2026-03-12',
  reason: 'Weekly payout.',
  state: 'waiting',
  proposedBy: userId,
  proposedByEmail: 'finance@example.com',
  createdAt: at,
  decidedBy: null,
  decidedAt: null,
} as const;
const adjustment = {
  _id: 'adj_01K7W1D9Q2RZ6M8T3XBH5VYNEP',
  userId,
  email: 'mara@example.com',
  name: 'Mara Lind',
  direction: 'credit',
  amount: 500,
  reason: 'The merchant was charged twice by our mistake.',
  link: reportedCase._id,
  reverses: null,
  reversedBy: null,
  refusedOf: null,
  state: 'waiting',
  proposedBy: 'usr_01JQ5V9A2C4E6G8J0M2P4R6T8V',
  proposedByEmail: 'ada@example.com',
  createdAt: at,
  expiresAt: at,
  decidedBy: null,
  decidedByEmail: null,
  decidedAt: null,
} as const;
const decided = {
  decidedBy: 'usr_01JQ5V9A2C4E6G8J0M2P4R6T8W',
  decidedByEmail: 'grace@example.com',
  decidedAt: at,
} as const;
const webhook = {
  _id: 'payments-5c1f0a52',
  provider: 'payments',
  receivedAt: at,
  verdict: 'accepted',
  outcome: 'done',
  words: 'Confirming → Paid; $50.00 is credited, before $0.00',
  about: 'dep_01JQ5V9A2C4E6G8J0M2P4R6T8V',
  deliveries: 1,
  failures: 0,
  processedAt: at,
  canReplay: true,
} as const;
const openBreak = {
  _id: 'tkt_04K7W1D9Q2RZ6M8T3XBH5VYNEP',
  state: 'open',
  part: 'liveness',
  class: 'STUCK',
  subject: operationId,
  userId,
  email: 'mara@example.com',
  cents: 5_000,
  evidence: { kind: 'card_load', state: 'submitted' },
  proposal: `Drive the operation to its end (driveOperation ${operationId})`,
  existsSince: at,
  since: at,
  seenAt: at,
  seenCount: 3,
  takenBy: null,
  takenByEmail: null,
  closedBy: null,
  closingReason: null,
} as const;

const heldReferral = {
  referee: userId,
  email: 'mara@example.com',
  referrer: 'usr_01JQ5V9A2C4E6G8J0M2P4R6T8V',
  state: 'held',
  signals: ['mailbox', 'ring'] as ('mailbox' | 'ring')[],
  signupReward: 'pending',
  since: at,
  signedUpAt: at,
} as const;

const staffCase = { ...reportedCase, user: userId, userEmail: 'mara@example.com' } as const;
const staffMessages = [
  { ...complaint, by: 'mara@example.com' },
  { ...supported, by: 'ada@example.com' },
] as const;

const passkey = { _id: 'pky_01JQ5VE8G3J9M1P5R7T9V1X3Z5', name: 'Phone', createdAt: at, lastUsedAt: null } as const;
const credential = { id: 'AAECAwQFBgc', rawId: 'AAECAwQFBgc', type: 'public-key' } as const;
const clientData = { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0' };
const passkeyRequest = { challenge: 'MTc0MTgwNjIzODEyMC5xM1pyN21WMHNU', timeout: 300_000 };

const recoveryCodes = Array.from({ length: 10 }, (_, index) => `7KQ2M-X8R${index}V`);

const strong = 'Long-Walks-88';
const received = { received: true };
const params = { id: cardId } as const;

/** An example of every route. A route without one does not compile. */
export const examples: { readonly [Id in RouteId]: Example<Id> } = {
  'auth.register': {
    body: { email: user.email, firstname: 'Mara', lastname: 'Lind', password: strong, confirmPassword: strong },
    reply: { message: 'Check your email to verify your account.' },
  },
  'auth.verify-email': {
    params: { code: 'q3Zr7mV0sT2xYb8K' },
    reply: { referral: { attempted: true, eligible: false, reason: 'The referral link was not active.' } },
  },
  'auth.login': {
    body: { email: user.email, password: strong },
    reply: { isTwoFactorRequired: false, userId },
  },
  'auth.refresh': { reply: { message: 'Your session was renewed.' } },
  'auth.logout': { reply: { message: 'You are signed out.' } },
  'auth.verify-2fa': { body: { code: '123456', userId }, reply: { userId } },
  'auth.prove': { body: { method: 'password', password: strong }, reply: undefined },
  'auth.undo-email-change': {
    body: { token: `${userId}.q3Zr7mV0sT2xYb8K` },
    reply: { message: 'Your email address is back.' },
  },
  'auth.forgot-password': {
    body: { email: user.email },
    reply: { message: 'If there is such an account, a mail is on its way.' },
  },
  'auth.reset-password': {
    body: { password: strong, verificationCode: 'q3Zr7mV0sT2xYb8K' },
    reply: { message: 'Your password is changed.' },
  },
  'user.read': { reply: user },
  'user.all': { reply: [user] },
  'user.rename': { body: { firstname: user.firstname, lastname: user.lastname }, reply: user },
  'user.accept-terms': { body: { version: '2026-11-22' }, reply: user },
  'user.lock': { reply: { ...user, lockedAt: at } },
  'user.unlock': { reply: user },
  'user.close': { body: { waiveCents: 340 }, reply: { closedAt: at, returnUntil: '2026-04-11T19:03:58.120Z' } },
  'user.export': { reply: { expiresAt: at } },
  'user.export-read': {
    body: { token: '1773342238120.kM2vX9' },
    reply: { parts: [{ part: 'profile', items: [{ ...user }] }], cursor: null },
  },
  'user.two-factor': { body: { enabled: true }, reply: { ...user, isTwoFactorEnabled: true } },
  'user.update-password': {
    body: { currentPassword: strong, newPassword: 'Longer-Walks-99' },
    reply: { message: 'Your password is changed.' },
  },
  'user.start-email-change': {
    body: { newEmail: 'mara.lind@example.com' },
    reply: { message: 'We mailed six digits to the new address.' },
  },
  'user.finish-email-change': { body: { otp: '123456' }, reply: { message: 'Your email address is changed.' } },
  'user.security': {
    reply: {
      emailCodes: false,
      totp: true,
      passkeys: [passkey],
      recoveryCodesLeft: 9,
      factorReset: null,
    },
  },
  'user.start-totp': {
    reply: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Satchel:mara%40example.com?issuer=Satchel&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
    },
  },
  'user.confirm-totp': { body: { code: '123456' }, reply: { recoveryCodes } },
  'user.remove-totp': { reply: undefined },
  'user.renew-recovery-codes': { reply: { recoveryCodes } },
  'sessions.list': {
    reply: [
      { _id: sessionId, device: 'Chrome on Android', createdAt: at, lastSeenAt: at, isCurrent: true },
      { _id: otherSessionId, device: 'Safari on Mac', createdAt: at, lastSeenAt: at, isCurrent: false },
    ],
  },
  'sessions.end': { params: { id: otherSessionId }, reply: undefined },
  'sessions.end-others': { reply: undefined },
  'user.passkey-options': {
    reply: {
      ...passkeyRequest,
      rp: { id: 'satchel.example', name: 'Satchel' },
      user: { id: 'dXNyXzAxSlE1VjhX', name: user.email, displayName: 'Mara Lind' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    },
  },
  'user.add-passkey': {
    body: {
      attestation: { ...credential, response: { ...clientData, attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oA' } },
      name: 'Phone',
    },
    reply: { ...passkey, recoveryCodes },
  },
  'user.rename-passkey': { params: { id: passkey._id }, body: { name: passkey.name }, reply: passkey },
  'user.remove-passkey': { params: { id: passkey._id }, reply: undefined },
  'auth.passkey-options': {
    body: { purpose: 'sign-in' },
    reply: { ...passkeyRequest, rpId: 'satchel.example', userVerification: 'required', allowCredentials: [] },
  },
  'auth.passkey': {
    body: {
      assertion: {
        ...credential,
        response: {
          ...clientData,
          authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
          signature: 'MEUCIQDx',
          userHandle: 'dXNyXzAxSlE1VjhX',
        },
      },
    },
    reply: { userId },
  },
  'transactions.create': {
    body: { network: 'TRON', currency: 'USDT', amountInUsd: 5000 },
    reply: {
      paymentUrl: transaction.paymentUrl,
      transaction: {
        ...deposit,
        amountPaid: 0,
        status: 'pending',
        receivedAmount: null,
        events: [{ status: 'pending', at, amountPaid: 0 }],
      },
    },
  },
  'transactions.list': { reply: [transaction] },
  'transactions.all': { reply: [{ ...transaction, userId }] },
  'transactions.exchange-rate': { params: { currency: 'BTC' }, reply: { from: 'BTC', course: 64_210.55 } },
  'transactions.read': { params: { id: depositId }, reply: { ...deposit, events: [...deposit.events] } },
  'transactions.cancel': {
    params: { id: depositId },
    reply: { ...deposit, canceledAt: at, events: [...deposit.events] },
  },
  'cards.list': { reply: [card] },
  'cards.tiles': { reply: [tile] },
  'cards.create': {
    body: { name: 'Travel', pin: 4826 },
    reply: { reward: 0, message: 'Your card is ready.', card: { ...card, balance: 500 } },
  },
  'cards.read': { params, reply: card },
  'cards.reveal': {
    params,
    reply: {
      cardNumber: '5555 5555 5555 4444',
      expiry: '11/29',
      cvv: '123',
      billingAddress: { line1: '1 Example Road', city: 'Newark', state: 'Delaware', zip: '19702', country: 'US' },
    },
  },
  'cards.codes': {
    params,
    reply: [{ code: '604913', merchant: 'Blue Bottle', amount: 2390, currency: 'USD', expiresAt: at }],
  },
  'cards.transactions': {
    params,
    reply: {
      transactions: [
        {
          _id: 'mov_01JQ5VD2F4H6K8N0Q2S4T6W8Y0',
          transaction_date: at,
          description: 'Corner Café',
          card_transaction_type: 'DEBIT',
          kind: 'purchase',
          status: 'settled',
          reference: '4f6c2d1e8b7a',
          decline_reason: null,
          decline_code: null,
          amount: 1290,
          currency: 'USD',
          enriched_data: {
            merchant_name: 'Corner Café',
            merchant_logo: '',
            is_recurring: false,
            transaction_category: 'Eating out',
            transaction_group: 'Food',
          },
        },
      ],
      meta: { page: 1, pages: 1, total: 1, cardUpdatedAt: at },
    },
  },
  'cards.load': { params, body: { amount: 5000, includesFee: false }, reply: { card, operation } },
  'cards.freeze': {
    params,
    reply: { card: { ...card, status: 'freezed', frozenReasons: ['owner'], statusReason: 'You froze it.' } },
  },
  'cards.unfreeze': { params, body: { forMinutes: 10 }, reply: { card: { ...card, unfrozenUntil: at } } },
  'cards.unload': {
    params,
    body: { amount: 2000 },
    reply: { card: { ...card, balance: 3500 }, operation: { ...operation, kind: 'card_withdrawal', fee: 0 } },
  },
  'cards.pin': { params, body: { pin: '0007' }, reply: { card } },
  'cards.look': { params, body: { name: 'Trips', colour: 'ocean' }, reply: { card } },
  'subscriptions.list': { reply: [subscription] },
  'subscriptions.mute': {
    body: { cardId, merchant: 'Netflix', mutedUntil: '2026-12-31' },
    reply: { ...subscription, mutedUntil: '2026-12-31T00:00:00.000Z' },
  },
  'cards.alerts': { params, body: { lowBalance: 1000 }, reply: { card: { ...card, lowBalance: 1000 } } },
  'cards.auto-load': {
    params,
    body: { below: 1000, amount: 2500, monthlyMax: 10_000, until: '2026-12-31' },
    reply: { card: { ...card, autoLoad } },
  },
  'cards.end-auto-load': { params, reply: { card } },
  'cards.delete': {
    params,
    reply: { card: { ...card, balance: 0, status: 'deleted', statusReason: 'You deleted it.' } },
  },
  'operations.find': {
    reply: { outcome: 'taken', operation, message: null },
  },
  'operations.read': { params: { id: operationId }, reply: operation },
  'referrals.summary': {
    reply: {
      firstCardCreationReward: { earned: true, amount: 500 },
      referrals: [
        {
          _id: 'rwd_01JQ5VE5G7J9M1P3R5T7V9X1Z3',
          createdAt: at,
          refferedUseremail: 'jo…@example.com',
          event: 'signup',
          referrerUserReward: 100,
          stage: 'pending',
          reason: 'It counts once their credited deposits reach $20.00.',
        },
      ],
    },
  },
  'referrals.stats': {
    reply: {
      totalEarnings: 2600,
      totalWithdrawn: 0,
      withdrawableAmount: 2500,
      remainingToNextPayout: 0,
      pendingRequest: null,
    },
  },
  'referrals.withdraw': { reply: { message: 'Your payout of $25.00 is on its way.' } },
  'admin.dashboard': {
    reply: {
      totalUsers: 120,
      usersGrowth: 4.3,
      totalCards: 80,
      cardsGrowth: 2.6,
      totalPaidInvoices: 310,
      paidInvoicesGrowth: 5.1,
      totalFunds: 1_250_000,
      fundsGrowth: 3.9,
      top5Users: [{ _id: userId, email: user.email, accountLoad: 90_000 }],
      last7daysStats: Array.from({ length: 7 }, (_, day) => ({
        date: `2026-03-${String(6 + day).padStart(2, '0')}`,
        usersRegistered: day,
        cardsCreated: 1,
        paidInvoices: 3,
      })),
      recentTransactions: [{ ...transaction, userId }],
    },
  },
  'admin.user': {
    params: { id: userId },
    reply: {
      user,
      cards: { cardsCreated: 2, activeCards: 1, totalCardBalance: 5500 },
      transactions: { earnedFromCardCreation: 3000, earnedFromFundingFees: 250, totalRevenue: 3250 },
      referrals: { totalReferrals: 1, totalReferralEarning: 100, totalReferralWithdrawn: 0 },
      factorReset: null,
    },
  },
  'admin.user-file': {
    reply: [
      {
        _id: '7',
        at,
        title: 'Deposit credited',
        state: null,
        amount: 5000,
        facts: [
          { label: 'Balance after', amount: 8250 },
          { label: 'Cause', text: 'dep_01JQ5V9A2C4E6G8J0M2P4R6T8V' },
        ],
      },
    ],
  },
  'admin.note': {
    params: { id: userId },
    body: { text: 'Called about the frozen card. Is traveling.' },
    reply: undefined,
  },
  'admin.audit': {
    reply: [
      {
        _id: auditId,
        at,
        actor: 'usr_01JQ5V9A2C4E6G8J0M2P4R6T8V',
        actorEmail: 'ada@example.com',
        kind: 'suspend',
        subject: userId,
        subjectEmail: 'mara@example.com',
        about: null,
        reason: 'Chargebacks on three cards.',
        before: { isSuspended: false },
        after: { isSuspended: true },
        requestId: 'b1c2d3e4-f5a6-4b7c-8d9e-0f1a2b3c4d5e',
      },
    ],
  },
  'admin.breaks': { reply: [openBreak] },
  'admin.dead-letters': {
    reply: [
      {
        queue: 'payment-events',
        count: 1,
        oldestAt: at,
        sample: [{ eventId: 'payments-5c1f0a52', sentAt: at, processedAt: null }],
      },
      { queue: 'issuer-events', count: 0, oldestAt: null, sample: [] },
    ],
  },
  'admin.webhooks': { reply: [webhook] },
  'admin.replay-webhook': { params: { id: webhook._id }, reply: { ...webhook, outcome: 'waiting' } },
  'admin.ask-deposit': {
    params: { id: 'dep_01JQ5V9A2C4E6G8J0M2P4R6T8V' },
    reply: { record: 'applied', status: 'paid', credited: 5000, webhook: 'asked' },
  },
  'admin.webhook': {
    params: { id: webhook._id },
    reply: {
      ...webhook,
      body: '{\n  "type": "payment",\n  "order_id": "dep_01JQ5V9A2C4E6G8J0M2P4R6T8V",\n  "status": "paid"\n}',
      userId: 'usr_01JQ5V9A2C4E6G8J0M2P4R6T8V',
      depositId: 'dep_01JQ5V9A2C4E6G8J0M2P4R6T8V',
      cardId: null,
      keptUntil: '2026-06-10T19:03:58.120Z',
    },
  },
  'admin.redrive': { params: { queue: 'payment-events' }, reply: { moved: 1, left: 0 } },
  'admin.take-break': {
    params: { id: openBreak._id },
    body: { from: null },
    reply: { ...openBreak, takenBy: 'usr_01JQ5V9A2C4E6G8J0M2P4R6T8V', takenByEmail: 'ada@example.com' },
  },
  'admin.close-break': {
    params: { id: openBreak._id },
    body: { reason: 'The operation was driven to its end.' },
    reply: {
      ...openBreak,
      state: 'closed',
      closedBy: 'staff',
      closingReason: 'The operation was driven to its end.',
    },
  },
  'admin.held-referrals': { reply: [heldReferral] },
  'admin.decide-referral': {
    params: { id: userId },
    body: { outcome: 'refused', reason: 'Four accounts of one person.' },
    reply: { ...heldReferral, state: 'refused' },
  },
  'admin.adjustments': { reply: [adjustment] },
  'admin.propose-adjustment': {
    body: {
      userId,
      amount: 500,
      direction: 'credit',
      reason: 'The merchant was charged twice by our mistake.',
      link: reportedCase._id,
    },
    reply: adjustment,
  },
  'admin.approve-adjustment': {
    params: { id: adjustment._id },
    reply: { ...adjustment, ...decided, state: 'approved' },
  },
  'admin.reject-adjustment': {
    params: { id: adjustment._id },
    body: { reason: 'The merchant has refunded it.' },
    reply: { ...adjustment, ...decided, state: 'rejected' },
  },
  'user.security-log': {
    reply: [{ _id: auditId, at, kind: 'sign-in', by: 'you', cardId: null, details: { isNewDevice: true } }],
  },
  'admin.float': {
    reply: {
      balance: 4_250_000,
      at,
      isOld: false,
      held: 12_000,
      floor: 2_500_000,
      room: 1_738_000,
      meanDailyOut: 310_000,
      runwayDays: 5.6,
      breaker: 'closed',
      breakerSince: at,
      hours: [{ hour: at, balance: 4_250_000, lowest: 4_250_000, out: 14_500 }],
    },
  },
  'admin.treasury': { reply: [treasuryMove] },
  'admin.propose-treasury': {
    body: {
      kind: 'payout',
      direction: 'out',
      amount: 100_000,
      fee: 1_500,
      coin: 'USDT',
      coinAmount: '1015',
      reference: 'WIRE-2026-03-12',
      reason: 'Weekly payout.',
    },
    reply: treasuryMove,
  },
  'admin.decide-treasury': {
    params: { id: treasuryMove._id },
    body: { outcome: 'approve', reason: 'On the statement of the bank.' },
    reply: { ...treasuryMove, state: 'approved', decidedBy: adjustment.userId, decidedAt: at },
  },
  'admin.daily-report': {
    reply: {
      day: '2026-03-12',
      state: 'closed',
      asOf: at,
      closedAt: at,
      deposits: [
        {
          coin: 'USDT',
          count: 3,
          credited: 15_000,
          refunded: 0,
          commission: 300,
          received: '150.03',
          commissionInCoin: '3.0006',
          paidOut: '0',
        },
      ],
      credited: 15_000,
      refunded: 0,
      revenue: {
        cardFees: 1_500,
        loadFees: 400,
        gross: 1_900,
        providerFees: 300,
        issuerFees: 0,
        referrals: 100,
        adjustments: 0,
        net: 1_500,
      },
      balances: {
        float: 4_250_000,
        onCards: 310_000,
        toFetch: 0,
        provider: 98_000,
        bank: -4_500_000,
        debts: 700,
        available: 120_000,
        held: 2_000,
        unclaimed: 0,
        cards: 310_000,
        rewards: 900,
        suspense: 0,
        refused: 1_100,
        liabilities: 434_000,
      },
      tieOut: 0,
      comparison: {
        at,
        provider: [{ coin: 'USDT', books: '980.1', theirs: '1030.1', inTransit: '50', difference: '0', worth: 0 }],
        issuer: { books: 4_250_000, theirs: 4_248_000, inTransit: -2_000, difference: 0 },
      },
    },
  },
  'prices.read': { reply: { present: prices, next: null, limits: { present: cardLimits, next: null } } },
  'status.read': {
    reply: {
      parts: [
        { name: 'signUp', state: 'working', since: null },
        { name: 'deposits', state: 'limited', since: at },
        { name: 'load', state: 'paused', since: at },
      ],
      announcement: { text: 'Loading cards is paused until 21:00 UTC.', until: '2026-03-12T21:00:00.000Z' },
    },
  },
  'admin.settings': { reply: settings },
  'admin.change-settings': {
    body: {
      version: 3,
      switches: settings.switches,
      coinsOff: settings.coinsOff,
      restrictedCountries: settings.restrictedCountries,
      prices: settings.prices,
      limits: settings.limits,
      announcement: settings.announcement,
      reason: 'The card issuer is down.',
    },
    reply: settings,
  },
  'admin.desk': {
    reply: {
      deposits: { count: 1, oldestAt: at },
      operations: { count: 0, oldestAt: null },
      breaks: { count: 1, oldestAt: at },
      deadLetters: { count: 0, oldestAt: null },
      adjustments: { count: 0, oldestAt: null },
      treasury: { count: 1, oldestAt: at },
      cases: { count: 2, oldestAt: at },
    },
  },
  'admin.deposits': { reply: [waitingDeposit] },
  'admin.deposit': {
    params: { id: depositId },
    reply: {
      waiting: waitingDeposit,
      deposit: { ...deposit, events: [...deposit.events] },
      provider: {
        paymentId: '5c1f0a52-8f0f-4bb0-9d5c-0e3fb4e4f1c8',
        status: 'paid_over',
        final: true,
        invoice: '50.00 USD',
        asked: '50.00 USDT',
        received: '130.00 USDT',
        network: 'tron',
        address: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
        sourceAddress: null,
        txid: null,
        mismatches: [],
      },
      decision: { credit: true, refuse: true, creditMax: 13_000, kept: 5000, aloneLeft: 20_000, closedBecause: null },
    },
  },
  'admin.decide-deposit': {
    params: { id: depositId },
    body: { outcome: 'credit', creditCents: 13_000, reason: 'The provider confirmed the whole amount.' },
    reply: { status: 'decided', deposit: { ...deposit, events: [...deposit.events] } },
  },
  'admin.operations': {
    reply: [
      {
        _id: operationId,
        userId,
        email: 'mara@example.com',
        kind: 'card_load',
        cardId,
        amount: 5000,
        fee: 250,
        attempts: 3,
        unresolved: 1,
        accepted: false,
        lastSentAt: at,
        lastAsk: null,
        nextAskAt: at,
        since: at,
        createdAt: at,
        outcomes: ['happened', 'never'],
        needsSecond: false,
        proposal: null,
      },
    ],
  },
  'admin.ask-operation': { params: { id: operationId }, reply: { verdict: 'unknown', state: 'review' } },
  'admin.decide-operation': {
    params: { id: operationId },
    body: { outcome: 'never', reason: 'The issuer’s support found no transfer under this reference.' },
    reply: { status: 'decided', state: 'released' },
  },
  'admin.two-factor': {
    params: { id: userId },
    body: { enabled: true },
    reply: { ...user, isTwoFactorEnabled: true },
  },
  'admin.suspend': {
    params: { id: userId },
    body: {
      suspended: true,
      reasonForUser: 'You asked us to pause your account.',
      note: 'Asked for it from the address of the account.',
    },
    reply: { ...user, isSuspended: true },
  },
  'admin.factor-reset': {
    params: { id: userId },
    body: { reason: 'Lost the phone and the codes. Identity checked by video call.' },
    reply: {
      status: 'waiting_for_second',
      proposedBy: 'usr_01JQ5V9A2C4E6G8J0M2P4R6T8V',
      proposedByEmail: 'ada@example.com',
      proposedAt: at,
      reason: 'Lost the phone and the codes. Identity checked by video call.',
      approvedBy: null,
      approvedByEmail: null,
      executesAt: null,
    },
  },
  'admin.cancel-factor-reset': { params: { id: userId }, reply: undefined },
  'user.cancel-factor-reset': { reply: undefined },
  'auth.cancel-factor-reset': {
    body: { token: `${userId}.q3Zr7mV0sT2xYb8K` },
    reply: { message: 'The reset is canceled.' },
  },
  'cards.report': {
    params: { id: cardId, reference: 'PUR-2390' },
    body: { reason: 'wrong_amount', text: complaint.text },
    reply: { ...reportedCase, messages: [complaint] },
  },
  'cases.list': { reply: [reportedCase] },
  'cases.read': { params: caseId, reply: { ...reportedCase, messages: [complaint] } },
  'cases.write': {
    params: caseId,
    body: { text: complaint.text },
    reply: { ...reportedCase, messages: [complaint, complaint] },
  },
  'admin.cases': { reply: [staffCase] },
  'admin.case': { params: caseId, reply: { ...staffCase, messages: [staffMessages[0]] } },
  'admin.answer-case': {
    params: caseId,
    body: { text: supported.text, seenMessages: 1 },
    reply: { ...staffCase, state: 'answered', messages: [...staffMessages] },
  },
  'admin.close-case': {
    params: caseId,
    body: { reason: 'The merchant paid back $2.00.', seenMessages: 2 },
    reply: {
      ...staffCase,
      state: 'closed',
      closedBy: 'support',
      closingReason: 'The merchant paid back $2.00.',
      messages: [...staffMessages],
    },
  },
  'notifications.list': {
    reply: [
      {
        _id: notificationId,
        kind: 'purchase',
        title: '$23.90 at Blue Bottle',
        body: 'Paid with Travel •••• 4242. $31.10 is left on the card.',
        link: `/cards/${cardId}`,
        createdAt: at,
        readAt: null,
      },
    ],
  },
  'notifications.unread': { reply: { unread: 1 } },
  'notifications.read': { body: { through: notificationId }, reply: { unread: 0 } },
  'user.notifications': { reply: preferences },
  'user.set-notifications': {
    body: { refund: { mail: false }, purchaseMinCents: 500 },
    reply: { ...preferences, refund: { mail: false }, purchaseMinCents: 500 },
  },
  'cards.freeze-by-link': {
    body: { token: `${userId}.${cardId}.1773946938120.q3Zr7mV0sT2xYb8K` },
    reply: {
      message: 'Your card is frozen. Every purchase is declined until you unfreeze it.',
      card: { name: 'Travel', last4Digits: '4242' },
    },
  },
  'activity.list': {
    reply: [
      {
        _id: `${cardId}-7`,
        of: 'card',
        kind: 'purchase',
        state: 'completed',
        amount: -2390,
        booked: -2390,
        fee: 0,
        description: 'BLUE BOTTLE COFFEE',
        reference: 'P-84120',
        story: `${cardId}:P-84120`,
        card: { _id: cardId, name: 'Travel', last4Digits: '4242' },
        merchant: 'Blue Bottle',
        category: 'Food',
        currency: 'USD',
        isRecurring: false,
        decline_reason: null,
        decline_code: null,
        balanceAfter: 3110,
        createdAt: at,
        updatedAt: at,
      },
    ],
  },
  'transactions.statement': {
    reply: {
      from: '2026-03-01T00:00:00.000Z',
      to: '2026-04-01T00:00:00.000Z',
      opening: 20000,
      closing: 14750,
      moneyIn: 0,
      moneyOut: -5250,
      fees: 250,
      lines: [
        {
          number: 12,
          at,
          kind: 'card_load',
          description: 'Loaded Travel •••• 4242',
          reference: operationId,
          amount: -5250,
          fee: 250,
          balance: 14750,
        },
      ],
    },
  },
  'cards.statement': {
    params: { id: cardId },
    reply: {
      from: '2026-03-01T00:00:00.000Z',
      to: '2026-04-01T00:00:00.000Z',
      opening: 5500,
      closing: 3110,
      moneyIn: 0,
      moneyOut: -2390,
      fees: 0,
      lines: [
        {
          number: 4,
          at,
          kind: 'purchase',
          description: 'BLUE BOTTLE COFFEE',
          reference: 'P-84120',
          amount: -2390,
          fee: 0,
          balance: 3110,
        },
      ],
    },
  },
  'webhooks.payments': { params: { inbox: 'p4yTok3n' }, reply: received },
  'webhooks.issuer': { params: { inbox: '1ssu3rTok3n' }, reply: received },
};
