import type {
  CardIssuer,
  Holder,
  IssuerCard,
  IssuerTransaction,
  TransferCommand,
} from '#functions/ports/card-issuer.ts';
import type { Clock } from '#functions/ports/clock.ts';
import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';
import { assertEnvironment } from './assert-environment.ts';
import { createBridgecardClient, type Call, type CallAnswer, type Timeouts } from './client.ts';
import { encryptPin } from './encrypt-pin.ts';
import { parseEvent } from './parse-event.ts';
import {
  readAcceptedTransfer,
  readCard,
  readCardIds,
  readCreatedCard,
  readFloat,
  readHolder,
  readHolderPage,
  readRegistration,
  readSecrets,
  readTransaction,
  readTransactionPage,
  readTransferState,
  type Read,
} from './transform.ts';
import { isWebhookSignature } from './verify-webhook.ts';

/** What the issuer needs to know. The two base URLs are the only difference between simulator, sandbox and live. */
export type BridgecardConfig = {
  readonly baseUrl: string;
  /** The relay that decrypts card numbers on their way. */
  readonly revealBaseUrl: string;
  readonly accessToken: string;
  /** Encrypts PINs and decrypts the webhook's header; never sent. */
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** `none`: a program whose holders are registered without an identity document. */
  readonly holderIdentity: 'none';
  /** Stands in for what the program does not ask its holders. */
  readonly program: {
    readonly phone: string;
    readonly address: {
      readonly street: string;
      readonly houseNumber: string;
      readonly city: string;
      readonly state: string;
      readonly country: string;
      readonly postalCode: string;
    };
  };
  /** @default Mastercard */
  readonly cardBrand?: string;
  /** What a card may hold and spend a month, in cents. @default 1000000 */
  readonly cardLimitCents?: '500000' | '1000000';
  readonly clock: Clock;
  /** @default 2 s to connect, 8 s in all, so that a Lambda of 30 s outlives a call and the reading after it */
  readonly timeouts?: Timeouts;
};

/** The issuer's rate limits (providers/issuer.md section 1.3), in milliseconds. */
const oncePer = { transfer: 300_000, registration: 60_000, read: 3000 } as const;

/** With more pages than this the search for a holder ends undecided. */
const mostHolderPages = 200;
const longestHolderSearchMs = 20_000;

/** The card issuer over Bridgecard's API. Throws for a configuration that mixes live and sandbox. */
export function createBridgecardIssuer(config: BridgecardConfig): CardIssuer {
  assertEnvironment(config);
  const { cardBrand = 'Mastercard', cardLimitCents = '1000000', program, secretKey } = config;
  const call = createBridgecardClient({ ...config, timeouts: config.timeouts ?? { connectMs: 2000, totalMs: 8000 } });

  const get = (path: string, query: Record<string, string> = {}, more: Partial<Call> = {}): Promise<CallAnswer> =>
    call({ method: 'GET', path, query, isRepeatable: true, rateLimitMs: oncePer.read, ...more });

  async function readCardById(issuerCardId: string): Promise<ProviderAnswer<IssuerCard | undefined>> {
    const answer = await get('/cards/get_card_details', { card_id: issuerCardId }, { isSecret: true });
    if (isDeclined(answer, 'card_not_found')) return { outcome: 'success', value: undefined };
    return echoed(
      'card_id',
      understood('get_card_details', answer, readCard),
      (card) => card.issuerCardId === issuerCardId,
    );
  }

  async function transfer(path: string, command: TransferCommand): Promise<ProviderAnswer<'accepted'>> {
    const answer = await call({
      method: 'PATCH',
      path,
      body: {
        card_id: command.issuerCardId,
        amount: String(command.amountCents),
        transaction_reference: command.reference,
        currency: 'USD',
      },
      isRepeatable: false,
      rateLimitMs: oncePer.transfer,
    });
    // The reference is ours alone: known to the issuer means that an earlier attempt was accepted.
    if (isDeclined(answer, 'duplicate_reference')) return { outcome: 'success', value: 'accepted' };
    const accepted = echoed(
      'transaction_reference',
      understood(path, answer, readAcceptedTransfer),
      ({ reference, issuerCardId }) =>
        reference === command.reference && (issuerCardId ?? command.issuerCardId) === command.issuerCardId,
    );
    return accepted.outcome === 'success' ? { outcome: 'success', value: 'accepted' } : accepted;
  }

  async function change(path: string, more: Partial<Call>): Promise<ProviderAnswer<'done'>> {
    return done(await call({ method: 'PATCH', path, isRepeatable: true, rateLimitMs: oncePer.read, ...more }));
  }

  async function findTransaction(
    issuerCardId: string,
    reference: string,
    name: 'client_transaction_reference' | 'bridgecard_transaction_reference',
  ): Promise<ProviderAnswer<IssuerTransaction | undefined>> {
    const answer = await get('/cards/get_card_transaction_by_id', { card_id: issuerCardId, [name]: reference });
    if (answer.outcome === 'no_such_transaction') return { outcome: 'success', value: undefined };
    const read = echoed(
      name,
      understood('get_card_transaction_by_id', answer, (json) => readTransaction(json, issuerCardId)),
      ({ references }) => references.includes(reference),
    );
    return read.outcome === 'success' ? { outcome: 'success', value: read.value.transaction } : read;
  }

  return {
    async registerHolder(command) {
      const answer = await call({
        method: 'POST',
        // Not the synchronous twin: it takes up to 45 s, and a function has 30.
        path: '/cardholder/register_cardholder',
        body: {
          first_name: command.firstname,
          last_name: command.lastname,
          phone: program.phone,
          email_address: command.email,
          address: {
            address: program.address.street,
            house_no: program.address.houseNumber,
            city: program.address.city,
            state: program.address.state,
            country: program.address.country,
            postal_code: program.address.postalCode,
          },
          meta_data: { user_ref: command.userId },
        },
        isRepeatable: false,
        rateLimitMs: oncePer.registration,
      });
      const read = understood('register_cardholder', answer, readRegistration);
      if (read.outcome !== 'success') return read;
      return { outcome: 'success', value: { holderId: read.value, userId: command.userId, status: 'pending' } };
    },

    async readHolder(holderId) {
      const answer = await get('/cardholder/get_cardholder', { cardholder_id: holderId }, { isSecret: true });
      if (isDeclined(answer, 'holder_not_found')) return { outcome: 'success', value: undefined };
      return echoed(
        'cardholder_id',
        understood('get_cardholder', answer, readHolder),
        (holder) => holder.holderId === holderId,
      );
    },

    async findHolder(userId): Promise<ProviderAnswer<Holder | undefined>> {
      const endMs = performance.now() + longestHolderSearchMs;
      for (let page = 1; page <= mostHolderPages && performance.now() < endMs; page += 1) {
        const answer = await get('/cards/get_all_cardholder', { page: String(page) }, { isSecret: true });
        const read = understood('get_all_cardholder', answer, readHolderPage);
        if (read.outcome !== 'success') return read;
        const holder = read.value.holders.find((candidate) => candidate.userId === userId);
        if (holder) return { outcome: 'success', value: holder };
        const { pages, holders } = read.value;
        if (pages === undefined ? holders.length === 0 : page >= pages) return { outcome: 'success', value: undefined };
      }
      return { outcome: 'unknown', detail: 'get_all_cardholder: more holders than one search may read' };
    },

    async createCard(command) {
      const answer = await call({
        method: 'POST',
        path: '/cards/create_card',
        body: {
          cardholder_id: command.holderId,
          card_type: 'virtual',
          card_brand: cardBrand,
          card_currency: 'USD',
          card_limit: cardLimitCents,
          transaction_reference: command.reference,
          funding_amount: String(command.fundingCents),
          pin: encryptPin(command.pin, secretKey),
          meta_data: { card_ref: command.cardId, label: command.label },
        },
        isRepeatable: false,
        rateLimitMs: oncePer.transfer,
      });
      return understood('create_card', answer, readCreatedCard);
    },

    async findCard({ holderId, cardId }) {
      const answer = await get('/cards/get_all_cardholder_cards', { cardholder_id: holderId }, { isSecret: true });
      const read = understood('get_all_cardholder_cards', answer, readCardIds);
      if (read.outcome !== 'success') return read;
      const found = read.value.cards.find((card) => card.cardId === cardId);
      // The list is only asked for the id: what it tells of balances differs between generations of the API.
      if (found) return readCardById(found.issuerCardId);
      return read.value.isWhole
        ? { outcome: 'success', value: undefined }
        : { outcome: 'unknown', detail: 'get_all_cardholder_cards: the list is not whole' };
    },

    readCard: readCardById,
    load: (command) => transfer('/cards/fund_card_asynchronously', command),
    unload: (command) => transfer('/cards/unload_card_asynchronously', command),

    async readTransfer({ issuerCardId, reference }) {
      const answer = await get('/cards/get_card_transaction_status', {
        card_id: issuerCardId,
        client_transaction_reference: reference,
      });
      if (answer.outcome === 'no_such_transaction') return { outcome: 'success', value: 'not_found' };
      return understood('get_card_transaction_status', answer, readTransferState);
    },

    freeze: (issuerCardId) => change('/cards/freeze_card', { query: { card_id: issuerCardId } }),
    unfreeze: (issuerCardId) => change('/cards/unfreeze_card', { query: { card_id: issuerCardId } }),
    close: (issuerCardId) =>
      change(`/cards/delete_card/${encodeURIComponent(issuerCardId)}`, { method: 'DELETE', isRepeatable: false }),

    async setPin({ issuerCardId, pin }) {
      const request = {
        method: 'POST',
        body: { card_id: issuerCardId, card_pin: encryptPin(pin, secretKey) },
        isRepeatable: true,
        rateLimitMs: oncePer.read,
      } as const;
      const answer = await call({ ...request, path: '/cards/set_3d_secure_pin' });
      // One integrator knows the call by a newer name only.
      return done(
        answer.outcome === 'no_such_path' ? await call({ ...request, path: '/cards/update_card_pin' }) : answer,
      );
    },

    async reveal(issuerCardId) {
      const answer = await get('/cards/get_card_details', { card_id: issuerCardId }, { host: 'relay', isSecret: true });
      return understood('reveal', answer, readSecrets);
    },

    async listTransactions({ issuerCardId, page }) {
      const answer = await get('/cards/get_card_transactions', { card_id: issuerCardId, page: String(page) });
      return understood('get_card_transactions', answer, (json) => readTransactionPage(json, issuerCardId));
    },

    async readTransaction({ issuerCardId, reference }) {
      const ours = await findTransaction(issuerCardId, reference, 'client_transaction_reference');
      if (ours.outcome !== 'success' || ours.value) return ours;
      return findTransaction(issuerCardId, reference, 'bridgecard_transaction_reference');
    },

    async readFloat() {
      return understood('get_issuing_wallet_balance', await get('/cards/get_issuing_wallet_balance'), readFloat);
    },

    verifyWebhook: (signature) => isWebhookSignature(signature, config),
    parseWebhook: (rawBody) => parseEvent(rawBody, config.clock.now()),
  };
}

/** The answer with its value in our words. A refusal that fits no case of the call is a mistake of ours. */
function understood<T>(call: string, answer: CallAnswer, read: (json: unknown) => Read<T>): ProviderAnswer<T> {
  if (answer.outcome === 'no_such_path') return { outcome: 'fault', detail: answer.detail };
  if (answer.outcome === 'no_such_transaction') return { ...answer, outcome: 'declined', reason: 'rejected' };
  if (answer.outcome !== 'success') return answer;
  const result = read(answer.value);
  return result.isUnderstood
    ? { outcome: 'success', value: result.value }
    : { outcome: 'unknown', detail: `${call}: the answer does not fit at "${result.path}"` };
}

function done(answer: CallAnswer): ProviderAnswer<'done'> {
  return understood('change', answer, () => ({ isUnderstood: true, value: 'done' }));
}

/** An answer about something else than was asked tells nothing about what was asked. */
function echoed<T>(field: string, answer: ProviderAnswer<T>, isAbout: (value: T) => boolean): ProviderAnswer<T> {
  if (answer.outcome !== 'success' || isAbout(answer.value)) return answer;
  return { outcome: 'unknown', detail: `the answer echoes another ${field}` };
}

function isDeclined(answer: CallAnswer, reason: string): boolean {
  return answer.outcome === 'declined' && answer.reason === reason;
}
