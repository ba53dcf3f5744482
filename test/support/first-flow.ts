import { expect } from 'vitest';
import type { Page } from 'playwright-core';

import type { StackAddresses } from '#infra/local/seed/open-account.ts';
import type { ApiClient } from '#infra/local/seed/api-client.ts';
import { takePicture, type Visitor } from './browser.ts';
import { eventually } from './eventually.ts';

type Account = { readonly balance: number; readonly held: number };
type Card = { readonly balance: number; readonly held: number; readonly last4Digits: string };
type IssuerCard = { readonly cardId: string; readonly last4: string; readonly state: string };

/** A revealed card, as a shop needs it. */
export type RevealedCard = { readonly number: string; readonly expiry: string; readonly cvv: string };

/** Watches the money of an account as the API and the card issuer report it, for comparison with the pages. */
export function watchMoney(stack: StackAddresses, api: ApiClient) {
  async function cardAtIssuer(): Promise<IssuerCard> {
    const [card] = await api.done<Card[]>('GET', '/cards');
    const { cards } = (await (await fetch(`${stack.issuer}/sandbox/cards`)).json()) as { cards: IssuerCard[] };
    const found = cards.find(({ last4 }) => last4 === card?.last4Digits);
    if (!found) throw new Error('the issuer does not know the card');
    return found;
  }
  return {
    cardAtIssuer,
    /** Waits until the account and its only card have this much, in cents, and nothing is on its way. */
    async expect(account: number, card?: number): Promise<void> {
      await eventually(async () => {
        expect(await api.done<Account>('GET', '/user')).toMatchObject({ balance: account, held: 0 });
        if (card === undefined) return;
        const [only] = await api.done<Card[]>('GET', '/cards');
        expect(only).toMatchObject({ balance: card, held: 0 });
      });
    },
    /** Waits until the card has this state at the issuer, which takes a moment longer than on the page. */
    async expectAtIssuer(state: string): Promise<void> {
      await eventually(async () => expect((await cardAtIssuer()).state).toBe(state));
    },
  };
}

/** Sets how long payments of the pay page take to be confirmed, in milliseconds. */
export async function setConfirmationTime(stack: StackAddresses, confirmMs: number): Promise<void> {
  const answer = await fetch(`${stack.payments}/sandbox/settings`, {
    method: 'POST',
    body: JSON.stringify({ confirmMs }),
  });
  expect(answer.status).toBe(200);
}

/** Buys something in the simulated shop, by its form, in a tab of its own. */
export async function buyInShop(
  { context }: Visitor,
  shopAddress: string,
  card: RevealedCard,
  basket: { readonly merchant: string; readonly amount: string; readonly verdict: 'Approved' | 'Declined' },
): Promise<void> {
  const shop = await context.newPage();
  await shop.goto(shopAddress);
  await shop.getByLabel('Card number').fill(card.number);
  await shop.getByLabel('Expiry').fill(card.expiry);
  await shop.getByLabel('CVV').fill(card.cvv);
  await shop.getByLabel('Merchant').selectOption(basket.merchant);
  await shop.getByLabel('Amount in dollars').fill(basket.amount);
  await shop.getByRole('button', { name: 'Buy', exact: true }).click();
  await shop.getByRole('status').getByText(basket.verdict, { exact: true }).waitFor();
  await takePicture(shop, `shop-${basket.verdict.toLowerCase()}-desktop`);
  await shop.close();
}

/** Reads the three amounts that the load dialog shows. */
export async function readLoadSums(page: Page): Promise<Record<'pay' | 'fee' | 'gets', string>> {
  const value = (term: RegExp): Promise<string> =>
    page.getByRole('dialog').locator('dt').filter({ hasText: term }).locator('xpath=following-sibling::dd').innerText();
  return { pay: await value(/^You pay/), fee: await value(/^Fee/), gets: await value(/^The card gets/) };
}

/** Presses a copy button and returns the content of the clipboard. */
export async function copy(page: Page, what: string): Promise<string> {
  await page.getByRole('button', { name: `Copy ${what}` }).click();
  await page.getByRole('button', { name: 'Copied' }).first().waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: `Copy ${what}` }).waitFor();
  return text;
}
