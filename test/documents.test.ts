import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { paths } from '#web/navigation/paths.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Every file of the repository, new ones included. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(path.join(root, file)));

const documents = files
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

/** The anchor of a heading, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

function anchorsOf(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));
}

/** Returns the dead links of a document: to a missing file, or to a heading that the file does not have. */
function deadLinks(file: string, text: string): readonly string[] {
  return [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    const [to = '', anchor] = link.split('#');
    const target = to === '' ? file : path.join(path.dirname(file), to);
    if (!existsSync(path.join(root, target))) return [`${file}: ${link}`];
    const isThere = anchor === undefined || anchorsOf(readFileSync(path.join(root, target), 'utf8')).has(anchor);
    return isThere ? [] : [`${file}: ${link}`];
  });
}

const names = new Set(files.map((file) => path.basename(file)));

/**
 * Returns the code files named in backticks that do not exist. A bare name may be anywhere, a path below the document's
 * folder or the root.
 */
function missingFiles(file: string, text: string): readonly string[] {
  return [...text.matchAll(/`(\w[\w./-]*\.(?:ts|tsx|mjs|css|json))`/g)].flatMap(([, named = '']) => {
    const isGenerated = /^(?:services|secrets|processes)\.json$/.test(named);
    const isThere = named.includes('/')
      ? [path.dirname(file), '.'].some((folder) => existsSync(path.join(root, folder, named)))
      : names.has(named);
    return isThere || isGenerated ? [] : [`${file}: ${named}`];
  });
}

const pages = Object.values(paths).map((page) => new RegExp(`^${page.replaceAll(/:\w+/g, '[^/]+')}$`));
const desk = readFileSync(path.join(root, 'web/features/desk/desk-page.tsx'), 'utf8');
const deskViews = new Set([...desk.matchAll(/query\.get\('view'\) === '(\w+)'/g)].map(([, view = '']) => view));

/** Returns the addresses of the site named in backticks that are no page of it, or no view of the desk. */
function missingPages(file: string, text: string): readonly string[] {
  return [...text.matchAll(/`(\/(?!(?:api|aws|dev|sandbox|v1)\b)[a-z][\w/<>:-]*)(?:\?([^`\s]*))?`/g)].flatMap(
    ([address, pathname = '', query = '']) => {
      const view = new URLSearchParams(query).get('view');
      const isThere = pages.some((page) => page.test(pathname)) && (view === null || deskViews.has(view));
      return isThere ? [] : [`${file}: ${address}`];
    },
  );
}

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

it('holds no conflict markers of a merge', () => {
  const left = documents.filter(({ text }) => /^(?:<{7} |={7}$|>{7} )/m.test(text));
  expect(left.map(({ file }) => file)).toEqual([]);
});

describe.each(documents)('$file', ({ file, text }) => {
  it('runs only scripts of package.json', () => {
    const called = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, script = '']) => script);
    expect(called.filter((script) => !Object.hasOwn(scripts, script))).toEqual([]);
  });

  it('links only to files and headings that exist', () => {
    expect(deadLinks(file, text)).toEqual([]);
  });

  it('names only pages that the site has', () => {
    expect(missingPages(file, text)).toEqual([]);
  });

  it('names only files that exist', () => {
    expect(missingFiles(file, text)).toEqual([]);
  });
});

it('keeps the README short enough to read in one sitting', () => {
  expect(readFileSync(path.join(root, 'README.md')).byteLength).toBeLessThanOrEqual(10_900);
});
