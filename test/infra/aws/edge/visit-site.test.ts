import { expect, test } from 'vitest';

import { visitSite } from '#infra/aws/edge/visit-site.ts';

const home = () => new Response('<!doctype html><title>Satchel: a card for your crypto</title>');
const refusal = () => Response.json({ code: 'InvalidAccessToken', message: 'Please sign in.' }, { status: 401 });

/** A site with these answers. */
const visit = async (answers: { readonly home?: () => Response; readonly api?: () => Response }) => {
  const asked: [address: string, options: RequestInit][] = [];
  const faults = await visitSite('https://satchel.example', async (address, options) => {
    asked.push([address, options]);
    return address.endsWith('/api/user') ? (answers.api ?? refusal)() : (answers.home ?? home)();
  });
  return { faults, asked };
};

test('a site that serves a visitor has no fault: its page, and the API with a refusal of its own', async () => {
  const { faults, asked } = await visit({});
  expect(faults).toEqual([]);
  expect(asked.map(([address]) => address)).toEqual(['https://satchel.example/', 'https://satchel.example/api/user']);
  for (const [, { headers, redirect, signal }] of asked) {
    expect(headers).toEqual({ 'user-agent': 'satchel-canary' });
    expect(redirect).toBe('error');
    expect(signal).toBeInstanceOf(AbortSignal);
  }
});

test.each([
  [
    'the guard refuses',
    { api: () => Response.json({ message: 'Forbidden' }, { status: 403 }) },
    '/api/user answers 403',
  ],
  [
    'the gateway refuses',
    { api: () => Response.json({ message: 'Unauthorized' }, { status: 401 }) },
    '/api/user answers 401',
  ],
  ['the firewall refuses', { api: () => new Response('<html>', { status: 429 }) }, '/api/user answers 429'],
  ['the API fails', { api: () => Response.json({ code: 'Internal' }, { status: 500 }) }, '/api/user answers 500'],
  ['the API lets a visitor in', { api: () => Response.json({ code: 'InvalidAccessToken' }) }, '/api/user answers 200'],
  ['the page is not there', { home: () => new Response('<Error>', { status: 404 }) }, '/ answers 404'],
  ['the page is empty', { home: () => new Response('') }, '/ answers 200'],
])('%s: that is a fault', async (_fault, answers, words) => {
  expect((await visit(answers)).faults).toEqual([words]);
});

test('a site that does not answer at all has two faults, by their name and nothing of their text', async () => {
  const faults = await visitSite('https://satchel.example', () => Promise.reject(new TypeError('a secret address')));
  expect(faults).toEqual(['/ does not answer: TypeError', '/api/user does not answer: TypeError']);
});
