import { coinCatalogue, findCoin, findNetwork } from './catalogue.ts';
import { parseDecimal } from './decimal.ts';
import { html, Html } from '../kit/html.ts';
import { type Invoice, receivedTotal, remainingAmount, shownAmount } from './invoice.ts';
import { confirmationsOf } from './invoice-confirmations.ts';
import { type StatusView, versionOf, viewOf } from './invoice-view.ts';
import type { Service } from './market.ts';
import { framePage } from './page-frame.ts';
import { qrSvg, simulatedQrText } from './qr-image.ts';
import { walletPanel } from './wallet-panel.ts';

/** The data of a pay page besides the invoice. */
export type PayPageInput = {
  invoice: Invoice;
  /** Pairs to choose from while no coin is fixed. */
  choices: readonly Service[];
  /** The coin picked in the first step of choosing, if any. */
  pickedCoin: string | null;
  nowMs: number;
  /** Why the last form was refused. */
  problem: string | null;
};

const icons: Readonly<Record<StatusView['tone'], string>> = {
  wait: '<circle cx="32" cy="32" r="27"/><path d="M32 17v16l10 6"/>',
  good: '<circle cx="32" cy="32" r="27"/><path d="m20 33 9 9 16-19"/>',
  warn: '<path d="M32 8 59 55H5Z"/><path d="M32 25v14m0 8v.5"/>',
  bad: '<circle cx="32" cy="32" r="27"/><path d="m23 23 18 18m0-18L23 41"/>',
  flat: '<circle cx="32" cy="32" r="27"/><path d="M20 32h24"/>',
};

/** Renders the hosted pay page of an invoice, in any of its states. */
export function payPage(input: PayPageInput): string {
  const { invoice, nowMs, problem } = input;
  const view = viewOf(invoice);
  const isChoosing = invoice.price === null && view.step === 0 && view.result === null;
  const seconds = view.step === 1 ? 1 : 15;
  return framePage({
    title: `${view.label} – ${shown(invoice.amount, invoice.currency)}`,
    reloadSeconds: invoice.isFinal && invoice.status !== 'locked' ? null : seconds,
    body: html`<main
      class="two"
      data-state-url="/pay/${invoice.uuid}/state"
      data-version="${versionOf(invoice)}"
      data-now="${nowMs}"
    >
      <section class="card" aria-labelledby="title">
        <div class="head">
          <div>
            <h1 id="title">Pay ${shown(invoice.amount, invoice.currency)}</h1>
            <p class="soft small">Order <code>${invoice.orderId}</code></p>
          </div>
          <span class="pill ${view.tone}" role="status">${view.label}</span>
        </div>
        ${problem !== null && html`<p class="note bad" role="alert">${problem}</p>`}
        ${isChoosing ? choosing(input) : [steps(view), view.result === null ? payment(invoice, nowMs) : result(invoice, view, nowMs)]}
        ${links(invoice, view)}
      </section>
      ${!isChoosing && walletPanel(invoice)}
    </main>`,
  });
}

function steps(view: StatusView): Html {
  const names = ['Pay', 'Confirm', 'Done'];
  const items = names.map((name, index) => {
    if (index < view.step) return html`<li class="done">${name} <span aria-hidden="true">✓</span></li>`;
    return index === view.step ? html`<li aria-current="step">${name}</li>` : html`<li>${name}</li>`;
  });
  return html`<ol class="steps" aria-label="Progress">
    ${items}
  </ol>`;
}

function payment(invoice: Invoice, nowMs: number): Html | null {
  const { price } = invoice;
  if (price === null) return null;
  const missing = formatShown(remainingAmount(invoice), price.payerCurrency);
  const network = findNetwork(price.network)?.name ?? price.network;
  const isPartial = invoice.status === 'wrong_amount_waiting';
  const text = simulatedQrText(`${missing} ${price.payerCurrency}`, network, price.address);
  return html`${
      isPartial &&
      html`<p class="note warn" role="status">
          <strong
            >${`${formatShown(receivedTotal(invoice), price.payerCurrency)} ${price.payerCurrency}`} received.</strong
          >
          Send the remaining ${missing} ${price.payerCurrency} to the same address before the time is up.
        </p>
        <br />`
    }
    <div class="pay">
      <div class="qr" role="img" aria-label="QR code of the simulated payment">${new Html(qrSvg(text))}</div>
      <dl>
        <div>
          <dt>${isPartial ? 'Remaining amount' : 'Send exactly'}</dt>
          <dd class="row">
            <span class="amount"><span id="amount">${missing}</span> ${price.payerCurrency}</span
            >${copyButton(missing, 'amount', 'amount')}
          </dd>
        </div>
        <div>
          <dt>Network</dt>
          <dd><strong>${network}</strong></dd>
        </div>
        <div>
          <dt>Address</dt>
          <dd class="row">
            <code id="address">${price.address}</code>${copyButton(price.address, 'address', 'address')}
          </dd>
        </div>
        <div>
          <dt>Time left</dt>
          <dd class="clock">
            <time data-expires="${invoice.expiresAtMs}">${timeLeft(invoice.expiresAtMs - nowMs)}</time>
          </dd>
        </div>
      </dl>
    </div>
    <p class="note warn">
      <strong>Only ${price.payerCurrency} on ${network}.</strong> Any other coin or network would be lost.
    </p>
    <p class="soft small">
      1 ${price.payerCurrency} = ${price.exchangeRate} ${invoice.currency}, locked until the time is up.
    </p>`;
}

function result(invoice: Invoice, view: StatusView, nowMs: number): Html {
  const confirmations = invoice.status === 'confirm_check' ? confirmationsOf(invoice, nowMs) : null;
  const { price } = invoice;
  const received = receivedTotal(invoice);
  const last = invoice.receipts.at(-1);
  return html`<div class="result ${view.tone}" role="status">
      <svg
        viewBox="0 0 64 64"
        fill="none"
        stroke="currentColor"
        stroke-width="4"
        stroke-linecap="round"
        stroke-linejoin="round"
        aria-hidden="true"
      >
        ${new Html(icons[view.tone])}
      </svg>
      <h2>${view.result?.heading}</h2>
      <p class="soft">${view.result?.text}</p>
      ${confirmations !== null && progress(confirmations)}
    </div>
    <dl class="facts">
      ${
        price !== null &&
        html`<div>
            <dt>Asked</dt>
            <dd>${shown(price.payerAmount, price.payerCurrency)}</dd>
          </div>
          <div>
            <dt>Received</dt>
            <dd>${formatShown(received, price.payerCurrency)} ${price.payerCurrency}</dd>
          </div>
          <div>
            <dt>Network</dt>
            <dd>${findNetwork(price.network)?.name}</dd>
          </div>`
      }
      ${
        invoice.refund !== null &&
        price !== null &&
        html`<div>
          <dt>Refund</dt>
          <dd>${shown(invoice.refund.amount, price.payerCurrency)}</dd>
        </div>`
      }
      ${
        typeof last?.txid === 'string' &&
        html`<div class="long">
          <dt>Transaction</dt>
          <dd><code>${last.txid}</code></dd>
        </div>`
      }
      ${
        typeof last?.transferId === 'string' &&
        html`<div class="long">
          <dt>Internal transfer</dt>
          <dd><code>${last.transferId}</code></dd>
        </div>`
      }
    </dl>`;
}

function progress({ seen, required }: { seen: number; required: number }): Html {
  return html`<div
      class="bar"
      role="progressbar"
      aria-label="Confirmations"
      aria-valuemin="0"
      aria-valuemax="${required}"
      aria-valuenow="${seen}"
    >
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="1" />
        <rect width="${(100 * seen) / required}" height="1" />
      </svg>
    </div>
    <p class="small"><strong data-seen>${seen}</strong> of ${required} confirmations</p>`;
}

function choosing({ invoice, choices, pickedCoin }: PayPageInput): Html {
  const offered = choices.filter((service) => service.currency === pickedCoin);
  const coins = coinCatalogue.filter((coin) => choices.some((service) => service.currency === coin.code));
  const coin = pickedCoin === null ? undefined : findCoin(pickedCoin);
  if (coin === undefined || offered.length === 0) {
    return html`<h2>Choose a coin</h2>
      <p class="soft">The amount is fixed as soon as you go on to the payment.</p>
      <ul class="coins">
        ${coins.map(
          (each) =>
            html`<li>
              <a href="/pay/${invoice.uuid}?coin=${each.code}"
                ><span><b>${each.code}</b><small>${each.name}</small></span></a
              >
            </li>`,
        )}
      </ul>`;
  }
  return html`<h2>Choose the network for ${coin.code}</h2>
    <form method="post" action="/pay/${invoice.uuid}/choose">
      <input type="hidden" name="currency" value="${coin.code}" />
      <fieldset class="nets">
        <legend class="soft small">${coin.name}</legend>
        ${offered.map((service, index) => html`<label><input type="radio" name="network" value="${service.network}" ${index === 0 && 'checked'} />${findNetwork(service.network)?.name}</label>`)}
      </fieldset>
      <div class="links">
        <button class="button main">Proceed to payment</button
        >${coins.length > 1 && html`<a class="button" href="/pay/${invoice.uuid}">Other coin</a>`}
      </div>
    </form>`;
}

function links(invoice: Invoice, view: StatusView): Html | null {
  const isSuccess = invoice.status === 'paid' || invoice.status === 'paid_over';
  const success = isSuccess ? invoice.urlSuccess : null;
  const back = invoice.urlReturn;
  const questionnaire = invoice.status === 'locked' ? `/aml/${invoice.uuid}` : null;
  if (success === null && back === null && questionnaire === null) return null;
  return html`<div class="links">
    ${success !== null && html`<a class="button main" href="${success}">Continue to the store</a>`}
    ${questionnaire !== null && html`<a class="button main" href="${questionnaire}">Open the questionnaire</a>`}
    ${back !== null && html`<a class="button ${view.step === 2 && questionnaire === null && 'main'}" href="${back}">Back to store</a>`}
  </div>`;
}

function copyButton(value: string, of: string, what: string): Html {
  return html`<button type="button" class="copy" data-copy="${value}" data-of="${of}" aria-label="Copy ${what}" hidden>
    <span aria-live="polite">Copy</span>
  </button>`;
}

function formatShown(value: bigint, currency: string): string {
  return shownAmount(value, currency);
}

function shown(amount: string, currency: string): string {
  return `${shownAmount(parseDecimal(amount), currency)} ${currency}`;
}

function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
