import type { FaultMode, IssuerRequest, JsonObject } from '../books/records.ts';
import { effectModes } from '../engine/fault-modes.ts';
import type { Answer, CallHandler, Issuer } from '../engine/issuer.ts';
import { IssuerRefusal, refusals, schemaRefusal } from '../engine/issuer-refusal.ts';
import { matchRoute, type Route } from '../../kit/match-route.ts';
import * as cardholders from './cardholder-calls.ts';
import * as cards from './card-calls.ts';
import * as money from './money-calls.ts';
import * as reveal from './reveal-calls.ts';
import * as wallet from './wallet-calls.ts';

/** The calls of the issuer, under `/v1/issuing`. */
const routes: readonly Route<CallHandler>[] = [
  ['POST', '/cardholder/register_cardholder_synchronously', cardholders.registerSynchronously],
  ['POST', '/cardholder/register_cardholder', cardholders.registerAsynchronously],
  ['GET', '/cardholder/get_cardholder', cardholders.getCardholder],
  ['PATCH', '/cardholder/update_cardholder', cardholders.updateCardholder],
  ['DELETE', '/cardholder/delete_cardholder/{cardholder_id}', cardholders.deleteCardholder],
  ['GET', '/cards/get_all_cardholder', cardholders.listCardholders],
  ['GET', '/cardholder/get_all_states', cardholders.listStates],
  ['GET', '/cards/get_issuing_wallet_balance', wallet.getWalletBalance],
  ['PATCH', '/cards/fund_issuing_wallet', wallet.fundWallet],
  ['GET', '/cards/fx-rate', wallet.getFxRate],
  ['POST', '/cards/create_card', cards.createCardCall],
  ['GET', '/cards/get_card_details', cards.getCardDetails],
  ['GET', '/cards/generate_token_for_card_details', reveal.generateRevealToken],
  ['GET', '/cards/get_card_details_from_token', reveal.getCardDetailsFromToken],
  ['GET', '/cards/get_card_balance', money.getCardBalance],
  ['PATCH', '/cards/fund_card_asynchronously', money.fundCardCall],
  ['PATCH', '/cards/unload_card_asynchronously', money.unloadCardCall],
  ['GET', '/cards/get_card_transaction_status', money.getTransferStatus],
  ['GET', '/cards/get_card_transactions', money.listTransactions],
  ['GET', '/cards/get_card_transaction_by_id', money.getTransaction],
  ['PATCH', '/cards/freeze_card', cards.freezeCard],
  ['PATCH', '/cards/unfreeze_card', cards.unfreezeCard],
  ['DELETE', '/cards/delete_card/{card_id}', cards.deleteCardCall],
  ['POST', '/cards/set_3d_secure_pin', cards.setPin],
  ['POST', '/cards/update_card_pin', cards.setPin],
  ['GET', '/cards/get_all_cardholder_cards', cards.listHolderCards],
  ['GET', '/cards/get_all_cards', cards.listCards],
  ['PATCH', '/cards/mock_debit_transaction', money.mockDebit],
];

const withoutToken: readonly CallHandler[] = [reveal.getCardDetailsFromToken];

/** Effects that end in a refusal by themselves: such a call has used the fault up although it wrote nothing. */
const refusingModes: readonly FaultMode[] = ['empty_float'];

/** True when a path belongs to the issuer's API, on its API host or behind the relay. */
export function isIssuerPath(pathname: string): boolean {
  return /^(\/relay)?\/v1\/issuing(\/|$)/.test(pathname);
}

/** Carries out one call, all or nothing. */
export function answerRequest(issuer: Issuer, request: IssuerRequest): Answer {
  const url = new URL(request.target, 'http://simulator.invalid');
  const place = /^(\/relay)?\/v1\/issuing(\/sandbox)?(?=\/|$)/.exec(url.pathname);
  const matched = matchRoute(routes, request.method, url.pathname.slice(place?.[0].length ?? 0));
  if (matched === 'no such path') return { status: 404, body: { detail: 'Not Found' } };
  if (matched === 'no such method') return { status: 405, body: { detail: 'Method Not Allowed' } };
  const { handler, params } = matched;
  const path = url.pathname + url.search;
  try {
    if (!request.authorised && !withoutToken.includes(handler)) throw refusals.invalidToken();
    const body = parseBody(request.rawBody);
    return issuer.books.transaction(() =>
      handler(issuer, {
        base: place?.[2] ? 'sandbox' : 'live',
        host: place?.[1] ? 'relay' : 'api',
        params,
        query: url.searchParams,
        body,
        effects: issuer.faults.take(path, effectModes),
      }),
    );
  } catch (error) {
    if (!(error instanceof IssuerRefusal)) throw error;
    // The rollback gave every fault back, which is right for all but those that caused the refusal.
    if (error.message === refusals.emptyFloat().message) issuer.faults.take(path, refusingModes);
    return { status: error.status, body: error.body };
  }
}

function complaint(msg: string, type: string): IssuerRefusal {
  return schemaRefusal([{ loc: ['body'], msg, type }]);
}

function parseBody(raw: string): JsonObject {
  if (raw.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    throw complaint('Expecting value: line 1 column 1 (char 0)', 'value_error.jsondecode');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw complaint('value is not a valid dict', 'type_error.dict');
  }
  return { ...value };
}
