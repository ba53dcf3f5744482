import { expect, it } from 'vitest';
import { assertEnvironment } from '#functions/adapters/issuer/bridgecard/assert-environment.ts';

const live = { accessToken: 'at_live_1', secretKey: 'sk_live_1' };
const test = { accessToken: 'at_test_1', secretKey: 'sk_test_1' };
const urls = (url: string, reveal = url) => ({ baseUrl: url, revealBaseUrl: reveal });
const issuer = 'https://issuer.example/v1/issuing';
const simulator = 'http://127.0.0.1:4010/v1/issuing';

it.each([
  ['live keys and the live issuer', { ...urls(issuer), ...live }],
  ['test keys and the sandbox', { ...urls(`${issuer}/sandbox/`), ...test }],
  ['test keys and a simulator', { ...urls(simulator), ...test }],
])('a configuration of %s is accepted', (_what, given) => {
  expect(() => assertEnvironment(given)).not.toThrow();
});

it.each([
  ['a live token and a simulator', { ...urls(simulator), ...test, accessToken: live.accessToken }],
  ['a live key and a simulator', { ...urls(simulator), ...test, secretKey: live.secretKey }],
  ['a live key and a simulated relay', { ...urls(issuer, simulator), ...live }],
  ['a test token and the live issuer', { ...urls(issuer), ...live, accessToken: test.accessToken }],
  ['a test key and the live issuer', { ...urls(issuer), ...live, secretKey: test.secretKey }],
  ['a live token and the sandbox', { ...urls(`${issuer}/sandbox`), ...test, accessToken: live.accessToken }],
  ['a sandbox and a live relay', { ...urls(`${issuer}/sandbox`, issuer), ...test }],
  ['an issuer without TLS', { ...urls('http://issuer.example/v1/issuing'), ...live }],
  ['an empty token', { ...urls(simulator), ...test, accessToken: '' }],
])('a configuration with %s is refused', (_what, given) => {
  expect(() => assertEnvironment(given)).toThrow(/^issuer: /);
});
