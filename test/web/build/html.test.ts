import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { documentOf, inlineHashes, inlineScript } from '#web/build/html.ts';
import { inlinedStylesScript } from '#web/build/document-scripts.ts';
import { chunksOf } from '#web/build/manifest.ts';
import { pagePreloadScript } from '#web/build/page-preloads.ts';

it('hashes everything inline, and nothing that is fetched', () => {
  const document = documentOf({
    title: 'A & <B>',
    description: 'say "hi"',
    themeScript: ' theme() ',
    fontFile: 'assets/f.woff2',
    style: 'a{b:c}',
    head: '<script type="module" src="/x.js"></script><script type="speculationrules">{}</script>',
    body: 'x',
  });
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(inlineHashes([document, document])).toEqual({
    scripts: [hash(' theme() '), hash('{}')].toSorted(),
    styles: [hash('a{b:c}')],
  });
  expect(document).toContain('<title>A &amp; &lt;B></title>');
  expect(document).toContain('content="say &quot;hi&quot;"');
});

it('lists the files that a module needs, its own first', () => {
  const manifest = {
    page: { file: 'page.js', imports: ['kit', 'vendor'], css: ['page.css'] },
    kit: { file: 'kit.js', imports: ['vendor'], css: ['kit.css'] },
    vendor: { file: 'vendor.js' },
  };
  expect(chunksOf(manifest, 'page')).toEqual({
    scripts: ['page.js', 'kit.js', 'vendor.js'],
    styles: ['page.css', 'kit.css'],
  });
  expect(() => chunksOf(manifest, 'none')).toThrow(/no chunk/);
});

it('allows the same scripts after every build: the names of its files are data', () => {
  const pageOf = (file: string) =>
    inlineScript(inlinedStylesScript, { files: file }) +
    inlineScript(pagePreloadScript, { pages: `[["/",["${file}"]]]` });
  const before = inlineHashes([pageOf('assets/app-3f2a.css')]);
  expect(before.scripts).toHaveLength(2);
  expect(inlineHashes([pageOf('assets/app-77aa.css')])).toEqual(before);
});

it('refuses a script that names a file of the build: the policy is deployed before the page', () => {
  expect(() => inlineHashes(["<script>load('/assets/app-3f2a.js')</script>"])).toThrow('names assets/app-3f2a.js');
});

it('keeps the data of a script within its tag', () => {
  const tag = inlineScript('run()', { pages: `["a'b","<c>","d&e"]` });
  expect(tag).toBe(`<script data-pages='["a&#39;b","&lt;c&gt;","d&amp;e"]'>run()</script>`);
});
