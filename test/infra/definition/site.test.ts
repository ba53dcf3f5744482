import { expect, test } from 'vitest';
import { securityHeadersFor } from '#infra/definition/site.ts';

// Written out here: a change of the definition alone must not open the site.
test('a page loads from the site only, beside its own inline scripts and the logos of merchants', () => {
  const headers = securityHeadersFor({ scripts: ["'sha256-a'", "'sha256-b'"] }, ['https://logos.example']);
  const policy = (headers['content-security-policy'] ?? '').split('; ').map((directive) => {
    const [name = '', ...sources] = directive.split(' ');
    return [name, sources.join(' ')];
  });
  expect(Object.fromEntries(policy)).toEqual({
    'default-src': "'none'",
    'script-src': "'self' 'sha256-a' 'sha256-b'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: https://logos.example",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'object-src': "'none'",
    'frame-ancestors': "'none'",
  });
});

test('a page is for TLS only, in no frame, in a window and with devices of its own', () => {
  const { 'content-security-policy': _, ...headers } = securityHeadersFor({ scripts: [] });
  expect(headers).toEqual({
    'strict-transport-security': expect.stringMatching(/^max-age=\d{8,}; includeSubDomains; preload$/),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  });
});
