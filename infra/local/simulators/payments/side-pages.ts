import { findNetwork } from './catalogue.ts';
import { parseDecimal } from './decimal.ts';
import { html, Html } from '../kit/html.ts';
import { type Invoice, receivedTotal, shownAmount } from './invoice.ts';
import { viewOf } from './invoice-view.ts';
import { framePage } from './page-frame.ts';
import { qrSvg, simulatedQrText } from './qr-image.ts';
import type { StaticWallet } from './static-wallet.ts';

/** The list of recent invoices, newest first. */
export function indexPage(invoices: readonly Invoice[]): string {
  const rows = invoices.map((invoice) => {
    const view = viewOf(invoice);
    const coin = invoice.price?.payerCurrency;
    return html`<tr>
      <td><a href="/pay/${invoice.uuid}">${invoice.orderId}</a></td>
      <td><span class="pill ${view.tone}">${view.label}</span></td>
      <td class="num">${shownAmount(parseDecimal(invoice.amount), invoice.currency)} ${invoice.currency}</td>
      <td>
        ${coin === undefined ? 'not chosen' : `${coin}, ${findNetwork(invoice.price?.network ?? '')?.name ?? ''}`}
      </td>
      <td class="num">${coin === undefined ? '–' : `${shownAmount(receivedTotal(invoice), coin)} ${coin}`}</td>
      <td class="num">${new Date(invoice.createdAtMs).toISOString().slice(0, 19).replace('T', ' ')}</td>
    </tr>`;
  });
  return framePage({
    title: 'Payments',
    reloadSeconds: 10,
    body: html`<main class="wide">
      <section class="card">
        <h1>Simulated payments</h1>
        <p class="soft">
          Each line opens the page a customer would see. Invoices are made by the store through the API.
        </p>
        ${
          rows.length === 0
            ? html`<p class="note">There are none yet. Start a deposit in the store, and it appears here.</p>`
            : html`<div class="table" role="region" aria-label="Recent payments" tabindex="0">
                <table>
                  <thead>
                    <tr>
                      <th scope="col">Order</th>
                      <th scope="col">State</th>
                      <th scope="col">Amount</th>
                      <th scope="col">Coin</th>
                      <th scope="col">Received</th>
                      <th scope="col">Created (UTC)</th>
                    </tr>
                  </thead>
                  <tbody>
                    ${rows}
                  </tbody>
                </table>
              </div>`
        }
      </section>
    </main>`,
  });
}

/** The page of a static wallet. */
export function walletPage(wallet: StaticWallet): string {
  const network = findNetwork(wallet.network)?.name ?? wallet.network;
  return framePage({
    title: `${wallet.currency} wallet`,
    reloadSeconds: null,
    body: html`<main>
      <section class="card">
        <div class="head">
          <h1>Top up with ${wallet.currency}</h1>
          <span class="pill ${wallet.status === 'active' ? 'good' : 'bad'}">${wallet.status}</span>
        </div>
        <div class="pay">
          <div class="qr" role="img" aria-label="QR code of the simulated address">
            ${new Html(qrSvg(simulatedQrText(wallet.currency, network, wallet.address)))}
          </div>
          <dl>
            <div>
              <dt>Network</dt>
              <dd><strong>${network}</strong></dd>
            </div>
            <div>
              <dt>Address</dt>
              <dd><code>${wallet.address}</code></dd>
            </div>
            <div>
              <dt>Order</dt>
              <dd><code>${wallet.orderId}</code></dd>
            </div>
          </dl>
        </div>
        <p class="note warn">
          <strong>Only ${wallet.currency} on ${network}.</strong> Any other coin or network would be lost.
        </p>
      </section>
    </main>`,
  });
}

/** The questionnaire the payer of a blocked payment is sent to. */
export function questionnairePage(invoice: Invoice): string {
  const isOpen = invoice.status === 'locked';
  return framePage({
    title: 'Questionnaire',
    reloadSeconds: null,
    body: html`<main>
      <section class="card">
        <h1>Questionnaire</h1>
        <p class="soft">
          The real one asks for the payer's identity and the source of the money. Nothing is asked here: hand it in, and
          the payment is released.
        </p>
        ${isOpen ? html`<form method="post" action="/pay/${invoice.uuid}/outcome" class="stack"><button class="button main" name="action" value="release">Hand in the answers</button></form>` : html`<p class="note">This payment is not blocked.</p>`}
        <div class="links"><a class="button" href="/pay/${invoice.uuid}">Back to the payment</a></div>
      </section>
    </main>`,
  });
}

/** The page for an address where nothing exists. */
export function missingPage(): string {
  return framePage({
    title: 'Not found',
    reloadSeconds: null,
    body: html`<main>
      <section class="card">
        <h1>There is no such payment</h1>
        <p class="soft">It may belong to another simulator, or this one was reset.</p>
      </section>
    </main>`,
  });
}
