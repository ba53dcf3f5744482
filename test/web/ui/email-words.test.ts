import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { emailWords } from '#web/ui/email-words.ts';

it('names an erased account, and every other by its address', () => {
  expect(['', 'ada@example.com'].map(emailWords)).toEqual(['Erased account', 'ada@example.com']);
});

it('names the accounts of every list of staff, so that no erased one is blank', () => {
  const features = path.resolve(import.meta.dirname, '../../../web/features');
  const bare = ['admin', 'desk'].flatMap((feature) =>
    readdirSync(path.join(features, feature))
      .filter((file) => file.endsWith('.tsx'))
      .filter((file) => {
        const text = readFileSync(path.join(features, feature, file), 'utf8');
        // A link to a person words the address by itself.
        return /\bemail \?\? |(?<!<PersonLink [^>]*)email=\{(row|user)\.email\}|\|\| user\.email|waiting\.email\]/.test(
          text,
        );
      }),
  );
  expect(bare).toEqual([]);
});
