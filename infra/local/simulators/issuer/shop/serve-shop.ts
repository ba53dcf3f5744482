import type { ServerResponse } from 'node:http';
import type { Card, Purchase } from '../books/records.ts';
import { giveBack, unreturnedCents } from '../engine/corrections.ts';
import { effectModes } from '../engine/fault-modes.ts';
import type { Issuer } from '../engine/issuer.ts';
import { findMerchant, merchantOnEntry, merchants } from '../engine/merchants.ts';
import { purchase } from '../engine/purchases.ts';
import { sendRedirect, sendText } from '../http/send.ts';
import { shopLogo } from './shop-logo.ts';
import { shopPage, type ShopForm, type ShopPageModel, type ShopPurchase } from './shop-page.ts';
import { shopStyle } from './shop-style.ts';

const historyLength = 20;
const emptyForm: ShopForm = { cardNumber: '', expiry: '', cvv: '', merchant: '', amount: '' };
const secretReasons: ReadonlySet<string> = new Set(['incorrect expiry', 'incorrect CVV']);

/** Serves the shop's pages and forms; false for a path that is not the shop's. */
export function serveShop(
  issuer: Issuer,
  method: string,
  url: URL,
  rawBody: string,
  response: ServerResponse,
): boolean {
  const { pathname } = url;
  if (method === 'GET' || method === 'HEAD') return serveFile(issuer, url, response);
  if (method !== 'POST') return false;
  if (pathname === '/shop/purchases') {
    buy(issuer, new URLSearchParams(rawBody), response);
    return true;
  }
  const correction = /^\/shop\/purchases\/([^/]+)\/(reverse|refund)$/.exec(pathname);
  if (!correction) return false;
  takeBack(issuer, correction[1] ?? '', correction[2] === 'refund' ? 'refund' : 'reverse');
  sendRedirect(response, '/');
  return true;
}

function serveFile(issuer: Issuer, url: URL, response: ServerResponse): boolean {
  const logo = /^\/logos\/([a-z-]+)\.svg$/.exec(url.pathname)?.[1];
  const merchant = merchants.find(({ slug }) => slug === logo);
  if (merchant) {
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
    response.setHeader('cache-control', 'public, max-age=86400');
    sendText(response, 200, 'image/svg+xml', shopLogo(merchant));
    return true;
  }
  if (url.pathname === '/shop.css') {
    sendText(response, 200, 'text/css; charset=utf-8', shopStyle);
    return true;
  }
  if (url.pathname !== '/') return false;
  const bought = issuer.books.purchases.get(url.searchParams.get('bought') ?? '');
  sendPage(response, 200, {
    form: bought ? formAfter(issuer, bought) : emptyForm,
    problem: undefined,
    receipt: bought && withCard(issuer, bought),
    history: recent(issuer),
  });
  return true;
}

/**
 * Keeps the card in the form for the next purchase, unless its secrets were wrong: the form must not reveal the right
 * ones.
 */
function formAfter(issuer: Issuer, { cardId, reason, merchant }: Purchase): ShopForm {
  const card = issuer.books.cards.get(cardId ?? '');
  if (!card || secretReasons.has(reason ?? '')) return { ...emptyForm, merchant: merchant.name };
  return { ...emptyForm, ...cardFields(card), merchant: merchant.name };
}

function cardFields(card: Card): Pick<ShopForm, 'cardNumber' | 'expiry' | 'cvv'> {
  return {
    cardNumber: card.pan.replaceAll(/(\d{4})(?=\d)/g, '$1 '),
    expiry: `${String(card.expiryMonth).padStart(2, '0')}/${String(card.expiryYear).slice(-2)}`,
    cvv: card.cvv,
  };
}

function withCard(issuer: Issuer, record: Purchase): ShopPurchase {
  return { record, last4: issuer.books.cards.get(record.cardId ?? '')?.pan.slice(-4) };
}

function recent(issuer: Issuer): ShopPurchase[] {
  return issuer.books.purchases.newest(historyLength).map((record) => withCard(issuer, record));
}

function sendPage(response: ServerResponse, status: number, model: ShopPageModel): void {
  response.setHeader('cache-control', 'no-store');
  response.setHeader('referrer-policy', 'same-origin');
  response.setHeader(
    'content-security-policy',
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  sendText(response, status, 'text/html; charset=utf-8', shopPage(model));
}

function buy(issuer: Issuer, fields: URLSearchParams, response: ServerResponse): void {
  const field = (name: string): string => (fields.get(name) ?? '').trim();
  const form: ShopForm = {
    cardNumber: field('cardNumber'),
    expiry: field('expiry'),
    cvv: field('cvv'),
    merchant: field('quick') || field('merchant'),
    // The price on a shop window's label holds, and the form's field is ignored.
    amount: field('quick') ? '' : field('amount').replace(/^\$/, ''),
  };
  const pin = field('pin3ds');
  const cents = priceOf(form);
  const problem = problemOf(form, pin, cents);
  if (problem !== undefined || cents === undefined) {
    sendPage(response, 400, { form, problem, receipt: undefined, history: recent(issuer) });
    return;
  }
  const merchant = merchantOnEntry(form.merchant, undefined, undefined);
  const { id } = issuer.books.transaction(() =>
    purchase(
      issuer,
      { ...form, cents, merchant, pin: pin === '' ? undefined : pin },
      issuer.faults.take('/shop/purchases', effectModes),
    ),
  );
  sendRedirect(response, `/?bought=${encodeURIComponent(id)}#receipt`);
}

function priceOf({ amount, merchant }: ShopForm): number | undefined {
  if (amount === '') return findMerchant(merchant)?.cents;
  const match = /^(\d{1,3}(?:,?\d{3}){0,2})(?:\.(\d{1,2}))?$/.exec(amount);
  const cents = match ? Number(match[1]?.replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : 0;
  return cents > 0 ? cents : undefined;
}

function problemOf(form: ShopForm, pin: string, cents: number | undefined): string | undefined {
  if (form.cardNumber === '' || form.expiry === '' || form.cvv === '') {
    return 'Fill in the card number, the expiry and the CVV.';
  }
  if (form.merchant === '') return 'Choose a merchant.';
  if (pin !== '' && !/^\d{4}$/.test(pin)) return 'The 3DS code has 4 digits.';
  return cents === undefined ? 'Write the amount in dollars and cents, as 12.50.' : undefined;
}

function takeBack(issuer: Issuer, reference: string, kind: 'reverse' | 'refund'): void {
  issuer.books.transaction(() => {
    const record = issuer.books.purchases.get(reference);
    const card = issuer.books.cards.get(record?.cardId ?? '');
    // A second click on the same button finds nothing left to give back.
    if (!record?.approved || !card || unreturnedCents(record) === 0) return;
    giveBack(
      issuer,
      record,
      card,
      kind,
      unreturnedCents(record),
      issuer.faults.take(`/shop/purchases/${kind}`, effectModes),
    );
  });
}
