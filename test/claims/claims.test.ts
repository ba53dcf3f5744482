import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { claimsOfPages } from './claims-of-pages.ts';
import { sentencesOfPage } from './sentences.ts';

vi.mock('virtual:coin-sprite', () => ({ coinSpriteUrl: '' }));

const root = path.resolve(import.meta.dirname, '../..');

async function sentencesOfPages(): Promise<ReadonlySet<string>> {
  const { renderLanding } = await import('#web/app/entry-landing.tsx');
  const { renderProsePages } = await import('#web/app/entry-prose.tsx');
  return new Set([...renderLanding(), ...renderProsePages()].flatMap(({ html }) => sentencesOfPage(html)));
}

describe.each([['the public pages', claimsOfPages, sentencesOfPages]])('%s', (_where, claims, read) => {
  it('say nothing that is not listed with the test that holds it', async () => {
    const listed = new Set(Object.values(claims).flat());
    expect([...(await read())].filter((sentence) => !listed.has(sentence))).toEqual([]);
  });

  it('say everything that is listed', async () => {
    const said = await read();
    expect(
      Object.values(claims)
        .flat()
        .filter((sentence) => !said.has(sentence)),
    ).toEqual([]);
  });

  it('are held by tests that exist', () => {
    const files = Object.keys(claims).filter((holder) => holder.startsWith('test/'));
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });
});
