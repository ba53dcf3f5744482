import { expect, it } from 'vitest';
import { isLoopback } from '#functions/adapters/http/is-loopback.ts';

it.each([
  'http://localhost:4000',
  'http://127.0.0.1:4000',
  'http://[::1]:4000',
  'http://payments.localhost:4000',
  'http://LOCALHOST',
])('%s never leaves this machine', (url) => {
  expect(isLoopback(new URL(url))).toBe(true);
});

it.each([
  'http://evil-localhost',
  'https://localhost.example.com',
  'http://127.0.0.1.example.com',
  'http://127.0.0.2',
  'http://[::2]',
  'https://user:localhost@example.com',
])('%s may leave this machine', (url) => {
  expect(isLoopback(new URL(url))).toBe(false);
});
