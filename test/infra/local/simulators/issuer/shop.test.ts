import { expect, test } from 'vitest';
import { startBench } from './issuer-bench.ts';

type Bench = Awaited<ReturnType<typeof startBench>>;

async function pay(bench: Bench, fields: Record<string, string>): Promise<{ status: number; page: string }> {
  const response = await fetch(`${bench.url}/shop/purchases`, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: response.status, page: await response.text() };
}

async function cardFields(bench: Bench): Promise<{ id: string; fields: Record<string, string> }> {
  const id = await bench.card({ funding_amount: '5000' });
  const { cardNumber, cvv, expiry } = await bench.show(id);
  return { id, fields: { cardNumber: cardNumber.replaceAll(/(.{4})/g, '$1 '), cvv, expiry } };
}

test('the page names its fields, says that it is a simulator, and runs no script', async () => {
  const bench = await startBench();
  const response = await fetch(bench.url);
  const page = await response.text();
  for (const label of ['Card number', 'Expiry', 'CVV', '3DS code', 'Merchant', 'Amount in dollars'])
    expect(page).toContain(`>${label}`);
  expect(page).toContain('SIMULATOR');
  expect(page).not.toContain('<script');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect((await fetch(`${bench.url}/shop.css`)).headers.get('content-type')).toMatch(/^text\/css/);
});

test('sells at the usual price, at a free amount, and from a shop window', async () => {
  const bench = await startBench();
  const { id, fields } = await cardFields(bench);
  const usual = await pay(bench, { ...fields, merchant: 'Nimbus Stream', amount: '', pin3ds: '1234' });
  expect(usual.page).toMatch(/Approved[^]*\$15\.49/);
  await pay(bench, { ...fields, merchant: 'Corner Coffee', amount: '10.5' });
  await pay(bench, { ...fields, merchant: 'Corner Coffee', amount: '10.5', quick: 'Swift Cab' });
  const { transactions } = await bench.show(id);
  expect(transactions.map(({ cents }) => cents)).toEqual([1260, 1050, 1549, 5000]);
});

test('a declined purchase gives the reason in plain words', async () => {
  const bench = await startBench();
  const { fields } = await cardFields(bench);
  expect((await pay(bench, { ...fields, merchant: 'Wander Air' })).page).toContain('not enough money on the card');
  expect((await pay(bench, { ...fields, merchant: 'Corner Coffee', pin3ds: '0000' })).page).toContain(
    '3DS code is wrong',
  );
  const wrongCvv = await pay(bench, { ...fields, cvv: 'abc', merchant: 'Corner Coffee' });
  expect(wrongCvv.page).toContain('CVV is not that of the card');
  expect(wrongCvv.page).not.toContain(fields['cardNumber']?.trim());
});

test.each([
  [{ cardNumber: '' }, /Fill in/],
  [{ amount: '-3' }, /Write the amount/],
  [{ amount: '0' }, /Write the amount/],
  [{ merchant: '' }, /Choose a merchant/],
  [{ pin3ds: '12' }, /4 digits/],
])('a form with %j is given back with what was typed', async (changes, problem) => {
  const bench = await startBench();
  const filled = {
    cardNumber: '5555',
    cvv: '"><b>',
    expiry: '01/30',
    merchant: 'Corner Coffee',
    amount: '1',
    ...changes,
  };
  const { status, page } = await pay(bench, filled);
  expect(status).toBe(400);
  expect(page).toMatch(problem);
  expect(page).not.toContain('<b>');
  expect(page).toContain('value="01/30"');
});

test('takes a purchase back from the history, once only', async () => {
  const bench = await startBench();
  const { id, fields } = await cardFields(bench);
  await pay(bench, { ...fields, merchant: 'Corner Coffee' });
  const page = await (await fetch(bench.url)).text();
  const action = /action="(\/shop\/purchases\/[^"]+\/reverse)"/.exec(page)?.[1] ?? '';
  for (let click = 0; click < 2; click += 1) await fetch(bench.url + action, { method: 'POST' });
  expect((await bench.show(id)).balances.bookCents).toBe(5000);
  expect(await (await fetch(bench.url)).text()).toContain('$4.20 came back');
});
