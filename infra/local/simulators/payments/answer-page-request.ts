import { isDecimalText, parseDecimal } from './decimal.ts';
import { type Answer, type Exchange, htmlAnswer, jsonAnswer, seeOther } from './http-exchange.ts';
import type { Invoice } from './invoice.ts';
import { actOnInvoice, invoiceActions } from './invoice-actions.ts';
import { confirmationsOf } from './invoice-confirmations.ts';
import { NotPossible } from './invoice-money.ts';
import { versionOf } from './invoice-view.ts';
import { payPage } from './pay-page.ts';
import { payPageScript } from './pay-page-script.ts';
import { payPageStyle } from './pay-page-style.ts';
import type { ProviderContext } from './provider-call.ts';
import { Refusal } from './request-fields.ts';
import { indexPage, missingPage, questionnairePage, walletPage } from './side-pages.ts';

const recentCount = 100;
const notFoundStatus = 404;

/** Serves a browser's requests: the pay pages, their forms, the index and the two assets. */
export function answerPageRequest(exchange: Exchange, context: ProviderContext): Answer {
  const { parts, desk, wallets } = context;
  const [, page = '', reference = '', form] = exchange.path.split('/');
  if (exchange.method === 'POST' && page === 'pay' && form !== undefined) {
    return submitForm(reference, form, new URLSearchParams(exchange.rawBody.toString('utf8')), context);
  }
  if (exchange.method !== 'GET' && exchange.method !== 'HEAD') return htmlAnswer(notFoundStatus, missingPage());
  if (exchange.path === '/') return htmlAnswer(200, indexPage(parts.store.invoices(recentCount)));
  if (exchange.path === '/assets/pay.css') return asset('text/css', payPageStyle);
  if (exchange.path === '/assets/pay.js') return asset('text/javascript', payPageScript);
  const wallet = page === 'wallet' ? wallets.find(reference) : null;
  if (wallet !== null) return htmlAnswer(200, walletPage(wallet));
  // Only the unguessable uuid opens a page; an order id would be a guess away.
  const invoice = parts.store.invoiceByUuid(reference);
  if (invoice === null || !['pay', 'aml'].includes(page)) return htmlAnswer(notFoundStatus, missingPage());
  if (page === 'aml') return htmlAnswer(200, questionnairePage(invoice));
  if (form === 'state') {
    const confirmations = confirmationsOf(invoice, parts.clock.now());
    return jsonAnswer(200, { version: versionOf(invoice), status: invoice.status, confirmations });
  }
  const choices = desk.choices(invoice);
  const only = new Set(choices.map((service) => service.currency)).size === 1 ? choices[0]?.currency : undefined;
  return showInvoice(invoice, exchange.query.get('coin') ?? only ?? null, null, context);
}

function submitForm(reference: string, form: string, fields: URLSearchParams, context: ProviderContext): Answer {
  const { parts, desk, money } = context;
  const invoice = parts.store.invoiceByUuid(reference);
  if (invoice === null) return htmlAnswer(notFoundStatus, missingPage());
  try {
    parts.store.transaction(() => {
      if (form === 'choose') {
        desk.choose(invoice, fields.get('currency') ?? '', fields.get('network') ?? '');
        return;
      }
      if (form === 'pay') {
        const amount = fields.get('amount')?.trim().replace(',', '.') ?? '';
        if (!isDecimalText(amount) || parseDecimal(amount) <= 0n) throw new RangeError('Enter an amount above zero.');
        money.payOnChain(invoice, { coins: parseDecimal(amount) }, parts.settings.confirmMs);
        return;
      }
      const action = invoiceActions.find((known) => known === fields.get('action'));
      if (form !== 'outcome' || action === undefined) throw new RangeError('There is no such action.');
      actOnInvoice(invoice, action, {}, context);
    });
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof NotPossible || error instanceof RangeError)) throw error;
    const fresh = parts.store.invoiceByUuid(reference) ?? invoice;
    return { ...showInvoice(fresh, fields.get('currency'), error.message, context), status: 422 };
  }
  parts.wake();
  return seeOther(`/pay/${invoice.uuid}`);
}

function showInvoice(
  invoice: Invoice,
  pickedCoin: string | null,
  problem: string | null,
  { parts, desk }: ProviderContext,
): Answer {
  const choices = invoice.price === null ? desk.choices(invoice) : [];
  return htmlAnswer(200, payPage({ invoice, choices, pickedCoin, nowMs: parts.clock.now(), problem }));
}

function asset(type: string, body: string): Answer {
  return { status: 200, headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' }, body };
}
