import { quotes } from '../engine/exchange-rates.ts';
import { findEffect } from '../engine/fault-modes.ts';
import { type CallHandler, moveWallet, success, walletCents } from '../engine/issuer.ts';
import { refusal } from '../engine/issuer-refusal.ts';
import { limitRate } from '../engine/rate-limits.ts';
import { FieldReader, queryText } from './field-reader.ts';

/** `GET cards/get_issuing_wallet_balance`: cents, as texts. */
export const getWalletBalance: CallHandler = (issuer, call) => {
  const cents = findEffect(call.effects, 'empty_float') ? 0 : walletCents(issuer);
  return success(200, 'Issuing wallet balance fetched successfully', {
    issuing_balance_USD: String(cents),
    issuing_balance_NGN: '0',
  });
};

/** `PATCH cards/fund_issuing_wallet?currency=USD`: in the sandbox only; the live wallet is filled by bank transfer. */
export const fundWallet: CallHandler = (issuer, call) => {
  if (call.base === 'live') throw refusal(403, 'This endpoint is only available in the sandbox environment');
  if (queryText(call.query, 'currency') !== 'USD') throw refusal(400, 'This currency is currently unavailable');
  const fields = new FieldReader(call.body);
  const cents = fields.cents('amount');
  fields.finish();
  moveWallet(issuer, cents);
  return success(200, 'Issuing wallet funded successfully', {});
};

/** `GET cards/fx-rate`. */
export const getFxRate: CallHandler = (issuer) => {
  limitRate(issuer, 'fx', issuer.settings().minuteLimitSeconds);
  return success(200, 'FX rate fetched successfully', quotes());
};
