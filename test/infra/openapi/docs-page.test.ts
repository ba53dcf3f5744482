import { describe, expect, it } from 'vitest';
import { routeIds, routes } from '#shared/contract/index.ts';
import { buildDocument } from '#infra/openapi/build-document.ts';
import { docsPage } from '#infra/openapi/docs-page.ts';

const document = buildDocument();
const page = docsPage(document);

describe("the API's page", () => {
  it.each(routeIds)('shows %s: its address, who may call it and what it refuses', (id) => {
    const [, section = ''] = page.split(`<details id="${id}">`);
    const text = section.slice(0, section.indexOf('</details>'));
    expect(text).toContain(`>${routes[id].path}<`);
    for (const code of ['ValidationFailed', ...routes[id].errors]) expect(text).toContain(`<code>${code}</code>`);
  });

  it('links every reference to its definition', () => {
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, name]) => name);
    expect(targets.length).toBeGreaterThan(routeIds.length);
    for (const name of targets) expect(page).toContain(`id="${name}"`);
  });

  it('loads and runs nothing, so that the policy of the site holds for it', () => {
    expect(page).not.toMatch(/<script|\son\w+=|<link|<img|@import|url\(/);
  });

  it('shows texts as they are, with any content', () => {
    const { info } = document;
    const hostile = docsPage({ ...document, info: { ...info, title: '<script>alert(1)</script>' } });
    expect(hostile).not.toContain('<script>');
  });
});
