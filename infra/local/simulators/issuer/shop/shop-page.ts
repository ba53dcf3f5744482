import type { Purchase } from '../books/records.ts';
import { unreturnedCents } from '../engine/corrections.ts';
import { merchants } from '../engine/merchants.ts';
import { html, type Html } from '../../kit/html.ts';

/** The fields of the form. */
export type ShopForm = {
  readonly cardNumber: string;
  readonly expiry: string;
  readonly cvv: string;
  readonly merchant: string;
  readonly amount: string;
};

/** A purchase with what the page shows of its card. */
export type ShopPurchase = { readonly record: Purchase; readonly last4: string | undefined };

/** Everything the page shows. */
export type ShopPageModel = {
  readonly form: ShopForm;
  /** The error in the form, as a sentence. */
  readonly problem: string | undefined;
  /** The purchase just tried. */
  readonly receipt: ShopPurchase | undefined;
  readonly history: readonly ShopPurchase[];
};

const plainReasons: Readonly<Record<string, string>> = {
  'card not found': 'No card has this number.',
  'incorrect expiry': 'The expiry date is not that of the card.',
  'incorrect CVV': 'The CVV is not that of the card.',
  'card deleted': 'This card has been deleted.',
  'card expired': 'This card has expired.',
  'card blocked': 'The issuer has blocked this card.',
  'card frozen': 'The card is frozen. Unfreeze it and try again.',
  'incorrect PIN': 'The 3DS code is wrong.',
  'blocked merchant': 'Cards of this kind do not pay at this kind of merchant.',
  'single transaction limit': 'That is more than one purchase may cost.',
  'insufficient balance': 'There is not enough money on the card.',
  'monthly limit': "That would exceed the card's limit for this month.",
};

/** Dollars and cents, as `$1,234.56`. */
export function dollars(cents: number): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100);
}

function moment(milliseconds: number): Html {
  const date = new Date(milliseconds);
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const iso = date.toISOString();
  return html`<time datetime="${iso}">${day}, ${iso.slice(11, 16)} GMT</time>`;
}

function receiptView({ record, last4 }: ShopPurchase): Html {
  const verdict = record.approved ? 'Approved' : 'Declined';
  const why = record.approved
    ? 'The money has been taken from the card.'
    : (plainReasons[record.reason ?? ''] ?? `The card said: ${record.reason ?? 'no'}.`);
  return html`<section class="receipt ${verdict.toLowerCase()}" id="receipt" role="status">
    <p class="stamp">${verdict}</p>
    <p class="sum">${dollars(record.cents)} <span>at ${record.merchant.name}</span></p>
    <p>${why}</p>
    <dl>
      <dt>Card</dt>
      <dd>${last4 === undefined ? 'unknown' : `•••• ${last4}`}</dd>
      <dt>Reference</dt>
      <dd><code>${record.id}</code></dd>
    </dl>
  </section>`;
}

function till({ form, problem, receipt }: ShopPageModel): Html {
  const options = merchants.map(
    ({ name, cents }) =>
      html`<option value="${name}" ${name === form.merchant ? 'selected' : ''}>${name}, ${dollars(cents)}</option>`,
  );
  return html`<div class="till">
    <h1>Pay by card</h1>
    <p class="lead">Paste the details of a Satchel card. Nothing here costs anything.</p>
    ${problem === undefined ? undefined : html`<p class="problem" role="alert">${problem}</p>`}
    ${receipt === undefined ? undefined : receiptView(receipt)}
    <form id="till" method="post" action="/shop/purchases" autocomplete="off">
      <label for="card-number">Card number</label>
      <input
        id="card-number"
        name="cardNumber"
        inputmode="numeric"
        required
        maxlength="30"
        placeholder="5555 55.. .... ...."
        value="${form.cardNumber}"
      />
      <div class="trio">
        <div>
          <label for="expiry">Expiry</label>
          <input id="expiry" name="expiry" required maxlength="9" placeholder="MM/YY" value="${form.expiry}" />
        </div>
        <div>
          <label for="cvv">CVV</label>
          <input id="cvv" name="cvv" inputmode="numeric" required maxlength="4" placeholder="123" value="${form.cvv}" />
        </div>
        <div>
          <label for="code">3DS code <span>(optional)</span></label>
          <input id="code" name="pin3ds" inputmode="numeric" maxlength="4" pattern="[0-9]{4}" placeholder="4 digits" />
        </div>
      </div>
      <label for="merchant">Merchant</label>
      <select id="merchant" name="merchant">
        ${options}
      </select>
      <label for="amount">Amount in dollars</label>
      <input
        id="amount"
        name="amount"
        inputmode="decimal"
        maxlength="12"
        placeholder="empty for the usual price"
        value="${form.amount}"
      />
      <button class="buy">Buy</button>
    </form>
  </div>`;
}

function street(): Html {
  const windows = merchants.map(
    (merchant) =>
      html`<li>
        <button form="till" name="quick" value="${merchant.name}" class="window">
          <img src="/logos/${merchant.slug}.svg" alt="" width="44" height="44" />
          <span class="name">${merchant.name}</span>
          <span class="what">${merchant.what}${merchant.recurring ? ', every month' : ''}</span>
          <span class="price">${dollars(merchant.cents)}</span>
        </button>
      </li>`,
  );
  return html`<section class="street">
    <h2>Or pick from a shop window</h2>
    <p class="lead">With the card filled in, one tap pays the price on the label.</p>
    <ul>
      ${windows}
    </ul>
  </section>`;
}

function historyRow({ record, last4 }: ShopPurchase): Html {
  const open = record.approved && last4 !== undefined && unreturnedCents(record) > 0;
  const action = (name: string, label: string): Html =>
    html`<form method="post" action="/shop/purchases/${record.id}/${name}">
      <button class="small">
        ${label}<span class="unseen"> ${dollars(unreturnedCents(record))}, ${record.merchant.name}</span>
      </button>
    </form>`;
  const returned =
    record.reversedCents > 0 ? html`<small>${dollars(record.reversedCents)} came back</small>` : undefined;
  return html`<tr>
    <td data-label="When">${moment(record.at)}</td>
    <th scope="row">${record.merchant.name}</th>
    <td data-label="Card">${last4 === undefined ? 'unknown' : `•••• ${last4}`}</td>
    <td data-label="Price" class="amount">${dollars(record.cents)}</td>
    <td data-label="Result">
      <span class="tag ${record.approved ? 'yes' : 'no'}">${record.approved ? 'Approved' : 'Declined'}</span>
      ${record.reason === null ? returned : html`<small>${record.reason}</small>`}
    </td>
    <td class="actions">${open ? [action('reverse', 'Reverse'), action('refund', 'Refund')] : undefined}</td>
  </tr>`;
}

function history(purchases: readonly ShopPurchase[]): Html {
  if (purchases.length === 0) {
    return html`<section class="history">
      <h2>Purchases</h2>
      <p class="lead">Nothing yet. What you try to pay appears here, with buttons to take it back.</p>
    </section>`;
  }
  return html`<section class="history">
    <h2>Purchases</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Shop</th>
          <th scope="col">Card</th>
          <th scope="col" class="amount">Price</th>
          <th scope="col">Result</th>
          <th scope="col"><span class="unseen">Take back</span></th>
        </tr>
      </thead>
      <tbody>
        ${purchases.map(historyRow)}
      </tbody>
    </table>
  </section>`;
}

/** The whole page, which works without a script. */
export function shopPage(model: ShopPageModel): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Simulated shop</title>
        <link rel="icon" href="/logos/corner-coffee.svg" />
        <link rel="stylesheet" href="/shop.css" />
      </head>
      <body>
        <header class="banner">
          <strong>SIMULATOR</strong> <span>No real card, shop or money.</span> <span>For this machine only.</span>
        </header>
        <main>
          ${till(model)}
          <div class="right">${street()} ${history(model.history)}</div>
        </main>
      </body>
    </html>`.text;
}
