import type { Agenda } from '../kit/agenda.ts';
import { findCoin } from './catalogue.ts';
import { isDecimalText, parseDecimal } from './decimal.ts';
import { DoorRefusal, openDoor, type DoorRequest } from '../kit/control-door.ts';
import type { Route } from '../kit/match-route.ts';
import { type Answer, type Exchange, jsonAnswer } from './http-exchange.ts';
import { actOnInvoice, invoiceActions } from './invoice-actions.ts';
import { presentForSandbox, presentPayment } from './invoice-answer.ts';
import { NotPossible } from './invoice-money.ts';
import type { ServiceOverride } from './market.ts';
import type { ProviderContext } from './provider-call.ts';
import { Refusal } from './request-fields.ts';

type Options = DoorRequest['body'];

/** A call of the control door: returns its result, or null when the thing it is about does not exist. */
type DoorCall = (context: ProviderContext, params: DoorRequest['params'], options: Options, agenda: Agenda) => unknown;

const routes: readonly Route<DoorCall>[] = [
  ['GET', '/sandbox/health', ({ parts }) => ({ ok: true, profile: parts.profile.name })],
  ['GET', '/sandbox/invoices', ({ parts }) => parts.store.invoices().map((each) => presentForSandbox(each, parts))],
  ['GET', '/sandbox/invoices/{reference}', getInvoice],
  ['POST', '/sandbox/invoices/{reference}/{action}', actOn],
  ['POST', '/sandbox/wallets/{reference}/pay', payWallet],
  ['GET', '/sandbox/faults', ({ parts }) => parts.faults.list()],
  ['POST', '/sandbox/faults', ({ parts }, _params, options) => parts.faults.add(options)],
  ['DELETE', '/sandbox/faults', ({ parts }) => (parts.faults.clear(), parts.faults.list())],
  ['GET', '/sandbox/clock', (context) => clockState(context)],
  ['POST', '/sandbox/clock', moveClock],
  ['POST', '/sandbox/rates', setRate],
  ['POST', '/sandbox/services', setService],
  ['GET', '/sandbox/settings', ({ parts }) => parts.settings],
  ['POST', '/sandbox/settings', setSettings],
  ['GET', '/sandbox/webhooks', ({ parts }) => parts.store.deliveries()],
  ['POST', '/sandbox/webhooks/{n}/redeliver', ({ parts }, { n }) => parts.postman.redeliver(Number(n))],
  ['POST', '/sandbox/reset', reset],
];

/** Serves a call under `/sandbox/`; webhooks of its changes are on their way before it returns. */
export async function answerSandboxCall(exchange: Exchange, context: ProviderContext, agenda: Agenda): Promise<Answer> {
  const { method, path, query, rawBody } = exchange;
  const url = { pathname: path.replace(/\/$/, ''), searchParams: query };
  try {
    const { handler, request } = openDoor(routes, method, url, rawBody.toString('utf8'));
    const result = await handler(context, request.params, request.body, agenda);
    if (method !== 'GET') context.parts.wake();
    return result === null ? jsonAnswer(404, { error: 'not found' }) : jsonAnswer(200, result);
  } catch (error) {
    if (error instanceof DoorRefusal) return jsonAnswer(error.status, { error: error.message });
    if (error instanceof NotPossible) return jsonAnswer(409, { error: error.message });
    if (error instanceof RangeError || error instanceof Refusal) return jsonAnswer(422, { error: error.message });
    throw error;
  }
}

function getInvoice({ parts, desk }: ProviderContext, { reference = '' }: DoorRequest['params']): unknown {
  const invoice = desk.find(reference);
  return invoice === null ? null : presentForSandbox(invoice, parts);
}

function actOn(
  context: ProviderContext,
  { reference = '', action: name }: DoorRequest['params'],
  options: Options,
): unknown {
  const { parts, desk } = context;
  const action = invoiceActions.find((known) => known === name);
  const invoice = desk.find(reference);
  if (action === undefined || invoice === null) return null;
  // One write for the whole action: a refund's two steps are never half done.
  parts.store.transaction(() => actOnInvoice(invoice, action, options, context));
  return presentPayment(invoice, parts);
}

function payWallet(
  { parts, wallets }: ProviderContext,
  { reference = '' }: DoorRequest['params'],
  options: Options,
): unknown {
  const wallet = wallets.find(reference);
  if (wallet === null) return null;
  const amountUsd = options['amountUsd'] ?? '10';
  const text = typeof amountUsd === 'string' || typeof amountUsd === 'number' ? String(amountUsd) : '';
  if (!isDecimalText(text)) throw new RangeError('amountUsd must be a decimal');
  const rate = parts.market.usdRate(wallet.currency) ?? 0n;
  return wallets.receive(wallet, (parseDecimal(text) * parseDecimal('1')) / rate);
}

function clockState({ parts }: ProviderContext): unknown {
  return { now: new Date(parts.clock.now()).toISOString(), offsetMs: parts.clock.offsetMs };
}

async function moveClock(
  context: ProviderContext,
  _params: DoorRequest['params'],
  { advanceMs }: Options,
  agenda: Agenda,
): Promise<unknown> {
  if (typeof advanceMs !== 'number' || !Number.isSafeInteger(advanceMs) || advanceMs < 0) {
    throw new RangeError('advanceMs must be whole milliseconds, 0 or more');
  }
  await agenda.advanceBy(advanceMs);
  return clockState(context);
}

function setRate({ parts }: ProviderContext, _params: DoorRequest['params'], { coin, rateUsd }: Options): unknown {
  const code = typeof coin === 'string' ? findCoin(coin)?.code : undefined;
  const text = typeof rateUsd === 'string' || typeof rateUsd === 'number' ? String(rateUsd) : '';
  if (code === undefined) throw new RangeError('coin must be a coin of the catalogue');
  if (!isDecimalText(text) || parseDecimal(text) <= 0n) throw new RangeError('rateUsd must be a positive decimal');
  parts.market.setUsdRate(code, parseDecimal(text));
  return { coin: code, rateUsd: text };
}

function setService({ parts }: ProviderContext, _params: DoorRequest['params'], options: Options): unknown {
  const { coin, network, isAvailable, minAmount, maxAmount } = options;
  const service = parts.market.service(String(coin), String(network));
  if (service === null) throw new RangeError('coin and network must be a pair of the catalogue');
  const override: ServiceOverride = {};
  if (typeof isAvailable === 'boolean') override.isAvailable = isAvailable;
  if (typeof minAmount === 'string' && isDecimalText(minAmount)) override.minAmount = minAmount;
  if (typeof maxAmount === 'string' && isDecimalText(maxAmount)) override.maxAmount = maxAmount;
  parts.market.overrideService(service.currency, service.network, override);
  return { coin: service.currency, network: service.network, ...override };
}

function setSettings({ parts }: ProviderContext, _params: DoorRequest['params'], options: Options): unknown {
  const { confirmMs, refundMs, announceLocked, autoConvertTo } = options;
  const { settings } = parts;
  if (typeof confirmMs === 'number' && confirmMs >= 0) settings.confirmMs = confirmMs;
  if (typeof refundMs === 'number' && refundMs >= 0) settings.refundMs = refundMs;
  if (typeof announceLocked === 'boolean') settings.announceLocked = announceLocked;
  if (autoConvertTo === null) settings.autoConvertTo = null;
  if (typeof autoConvertTo === 'string') settings.autoConvertTo = findCoin(autoConvertTo)?.code ?? null;
  return settings;
}

function reset({ parts }: ProviderContext): unknown {
  parts.store.reset();
  parts.faults.clear();
  return { ok: true };
}
