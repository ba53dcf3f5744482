import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { claimsOfMails } from './claims-of-mails.ts';
import { claimsOfPages } from './claims-of-pages.ts';
import { sampleMails } from '#test/support/sample-mails.ts';
import { claimsOfScreens } from './claims-of-screens.ts';
import { sentencesOfMail, sentencesOfPage } from './sentences.ts';
import { sentencesOfSource, sourcesBelow } from './sentences-of-source.ts';

vi.mock('virtual:coin-sprite', () => ({ coinSpriteUrl: '' }));

const root = path.resolve(import.meta.dirname, '../..');

async function sentencesOfPages(): Promise<ReadonlySet<string>> {
  const { renderLanding } = await import('#web/app/entry-landing.tsx');
  const { renderProsePages } = await import('#web/app/entry-prose.tsx');
  return new Set([...renderLanding(), ...renderProsePages()].flatMap(({ html }) => sentencesOfPage(html)));
}

async function sentencesOfMails(): Promise<ReadonlySet<string>> {
  return new Set(Object.values(sampleMails).flatMap(sentencesOfMail));
}

/** The app behind the sign-in, its forms and its dialogs. The public pages are read as they are rendered. */
async function sentencesOfScreens(): Promise<ReadonlySet<string>> {
  const features = readdirSync(path.join(root, 'web/features')).filter((feature) => feature !== 'public');
  const folders = ['app', 'navigation', 'ui', 'session', 'lib', ...features.map((feature) => `features/${feature}`)];
  const prerendered = /entry-(?:landing|prose|shells)\.tsx$|restricted-notice\.tsx$|site-footer\.tsx$/;
  const files = sourcesBelow(folders.map((folder) => path.join(root, 'web', folder)));
  return new Set(files.filter((file) => !prerendered.test(file)).flatMap(sentencesOfSource));
}

describe.each([
  ['the public pages', claimsOfPages, sentencesOfPages],
  ['the mails', claimsOfMails, sentencesOfMails],
  ['the screens of the app', claimsOfScreens, sentencesOfScreens],
] as const)('%s', (_where, claims, read) => {
  it('say only sentences that are listed with the test that holds them', async () => {
    const listed = new Set(Object.values(claims).flat());
    expect([...(await read())].filter((sentence) => !listed.has(sentence))).toEqual([]);
  });

  it('say every sentence that a list of claims holds', async () => {
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

it('are read from a sample of every mail (else: test/support/sample-mails.ts)', () => {
  const made = readFileSync(path.join(root, 'test/support/sample-mails.ts'), 'utf8');
  const folder = path.join(root, 'functions/domain/mails');
  const sources = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const mails = sources.flatMap((source) =>
    [...source.matchAll(/^export function (\w+Mail)\(/gm)].map(([, name]) => name),
  );
  expect(mails.length).toBeGreaterThan(20);
  expect(mails.filter((name) => name !== 'renderMail' && !made.includes(`${name}(`))).toEqual([]);
});
