import { expect, inject, it } from 'vitest';
import { openCard, openFundedAccount } from '#test/support/money-stack.ts';

const services = inject('services');

it('the page links of a list lead to every line exactly once', async () => {
  const client = await openFundedAccount(services, 5_000, 'pages');
  await openCard(client, 'Pages');
  const whole = await client.done<readonly { _id: string; kind: string }[]>('GET', '/transactions');
  expect(whole.length).toBeGreaterThanOrEqual(2);
  const lines: unknown[] = [];
  let next: string | undefined = '/transactions?limit=1';
  for (let page = 0; next !== undefined && page <= whole.length; page += 1) {
    const { status, body, headers }: { status: number; body: unknown; headers: Headers } = await client.call(
      'GET',
      next,
    );
    expect(status).toBe(200);
    lines.push(...(body as unknown[]));
    next = /^<\/api(\/transactions\?[^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  }
  expect(next).toBeUndefined();
  expect(lines).toEqual(whole);
});
