import { type Answer, type Exchange, jsonAnswer, readJsonObject } from './http-exchange.ts';
import { NotPossible } from './invoice-money.ts';
import { paymentCalls } from './payment-calls.ts';
import type { ProviderCall, ProviderContext } from './provider-call.ts';
import { ratePath, rateList } from './rate-call.ts';
import { Refusal } from './request-fields.ts';
import type { SimulatorParts } from './simulator-parts.ts';
import { testWebhookCalls } from './test-webhook-calls.ts';
import { walletCalls } from './wallet-calls.ts';
import { requestSignatureMatches } from './wire-signature.ts';

const providerCalls: Readonly<Record<string, ProviderCall>> = { ...paymentCalls, ...walletCalls, ...testWebhookCalls };

/** Serves a call of the provider's own API, with the provider's envelopes. */
export function answerProviderCall(exchange: Exchange, context: ProviderContext): Answer {
  const rates = ratePath.exec(exchange.path);
  if (exchange.method === 'GET' && rates?.[1] !== undefined) return refusable(() => rateList(context, rates[1] ?? ''));
  const call = exchange.method === 'POST' ? providerCalls[exchange.path] : undefined;
  if (call === undefined || !existsInProfile(exchange.path, context.parts)) {
    return jsonAnswer(404, { state: 1, message: 'Not found' });
  }
  if (!isSigned(exchange, context.parts)) return jsonAnswer(401, { state: 1, message: 'Invalid Sign.' });
  // Like the provider's framework, a body that is no JSON object counts as one without members.
  const body = readJsonObject(exchange.rawBody) ?? {};
  return refusable(() => call(context, body, exchange));
}

/** Bodies of a provider that has broken down, by status. */
export function brokenAnswer(status: number, message: string | null): Answer {
  if (status === 401) return jsonAnswer(401, { state: 1, message: message ?? 'Invalid Sign.' });
  if (status < 500) return jsonAnswer(status, { state: 1, message: message ?? 'Gateway error' });
  return jsonAnswer(status, { message: message ?? 'Server error, #1', code: status, error: null });
}

function refusable(work: () => unknown): Answer {
  try {
    return jsonAnswer(200, { state: 0, result: work() });
  } catch (error) {
    if (error instanceof Refusal) {
      return jsonAnswer(
        422,
        error.errors === null ? { state: 1, message: error.message } : { state: 1, errors: error.errors },
      );
    }
    if (error instanceof NotPossible) return jsonAnswer(422, { state: 1, message: error.message });
    throw error;
  }
}

function existsInProfile(path: string, { profile }: SimulatorParts): boolean {
  if (path.endsWith('/payment/resend'))
    return profile.resendVersions.some((version) => path.startsWith(`/${version}/`));
  return !path.endsWith('/aml-links') || profile.hasAmlLinks;
}

function isSigned(exchange: Exchange, parts: SimulatorParts): boolean {
  const { merchant, sign } = exchange.headers;
  // There is one merchant here and its key says who signs: a client from outside, which knows the keys only, may call
  // itself anything. The real provider wants the id that belongs to the key.
  if (typeof merchant !== 'string' || merchant === '' || typeof sign !== 'string') return false;
  const isPayoutCall = exchange.path === '/v1/payment/refund' && parts.profile.refundKey === 'payout';
  return requestSignatureMatches(exchange.rawBody, sign, isPayoutCall ? parts.payoutKey : parts.paymentKey);
}
