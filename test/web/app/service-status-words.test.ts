import { expect, it } from 'vitest';
import { switchNames } from '#shared/contract/switches.ts';
import { statusWords } from '#web/app/status-words.ts';

const parts = switchNames.map((name) => ({ name, state: 'working' as const, since: null }));

it('the banner says nothing while all parts work', () => {
  expect(statusWords({ parts })).toBeUndefined();
});

it('the banner names the parts that are paused', () => {
  const paused = parts.map((part) => (part.name === 'load' ? { ...part, state: 'paused' as const } : part));
  expect(statusWords({ parts: paused })).toBe('Paused for now: loading cards. Payments under way continue.');
  const two = paused.map((part) => (part.name === 'signUp' ? { ...part, state: 'paused' as const } : part));
  expect(statusWords({ parts: two })).toContain('sign-ups and loading cards');
});

it('the banner shows an announcement in place of the paused parts', () => {
  expect(statusWords({ parts, announcement: { text: 'Back at noon.', until: null } })).toBe('Back at noon.');
});
