import { expect, it } from 'vitest';
import { signalWords } from '#web/ui/signal-words.ts';

it.each([
  [['ring'], 'Signed up from the same network as others here'],
  [['disposable', 'mailbox'], 'Disposable email address · The same mailbox was referred before'],
  // A page that was loaded before a deployment may meet a newer signal.
  [['ring', 'constructor'], 'Signed up from the same network as others here · constructor'],
])('says %s in words', (signals, words) => {
  expect(signalWords(signals)).toBe(words);
});
