import { createHash } from 'node:crypto';
import path from 'node:path';
import { expect, it } from 'vitest';
import { termsVersion } from '#shared/terms.ts';
import { sentencesOfSource } from '#test/claims/sentences-of-source.ts';

/** The hash of the text of each version. A version whose text people accepted is never changed: it gets a successor. */
const prints: Readonly<Record<string, string>> = {
  '2026-11-22': 'ujABjU6hmTd_',
  '2026-11-29': 'XuN0vQ1D-zqt',
};

it('the text of the terms changes only with their version', () => {
  const page = path.resolve(import.meta.dirname, '../../../../web/features/public/terms-page.tsx');
  const print = createHash('sha256').update(sentencesOfSource(page).join('\n')).digest('base64url').slice(0, 12);
  expect({ [termsVersion]: print }).toEqual({ [termsVersion]: prints[termsVersion] });
});
