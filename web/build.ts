import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, mergeConfig, type InlineConfig } from 'vite';
import { buildCoinSprite } from './build/coin-sprite.ts';
import { documentOf, inlineHashes, inlineScript } from './build/html.ts';
import { acceptedScripts, readScriptRecord } from './build/script-record.ts';
import { earlyEnterScript, inlinedStylesScript, pricesScript, startScript } from './build/document-scripts.ts';
import { chunksOf, type Manifest } from './build/manifest.ts';
import { outlinePlace, outlineScript, outlineTemplates } from './build/page-outlines.ts';
import { pagePreloads, pagePreloadScript } from './build/page-preloads.ts';
import { shellOf } from './build/service-worker.ts';
import type * as landingEntry from './app/entry-landing.tsx';
import type * as proseEntry from './app/entry-prose.tsx';
import type { Shell } from './service-worker/answered-by.ts';
import type * as shellsEntry from './app/entry-shells.tsx';
import config from './vite.config.ts';

type LandingEntry = typeof landingEntry;
type ProseEntry = typeof proseEntry;
type ShellsEntry = typeof shellsEntry;

const webRoot = import.meta.dirname;
const appEntry = 'app.html';

/**
 * Prefetch rules of the landing page: the two pages that guests mostly go on to are fetched when a pointer rests on the
 * link.
 */
const speculation = JSON.stringify({
  prefetch: [{ where: { href_matches: ['/login', '/signup'] }, eagerness: 'moderate' }],
});

/** The parts of the kit that guests' pages do without. */
const appOnly =
  /^(ui[\\/](app-icons|badge|email-text|empty-state|menu|money|page-numbers|pagination|panel|progress|skeleton|table|time|use-now)|app[\\/](app-frame|app-layout|navigation|palette-button|role-guard|use-after-load|use-layers)|session[\\/]use-user|lib[\\/](use-api|use-list|use-poll|intents|use-news|use-draft))\.(tsx?|(module\.)?css)$/;

/** The parts of the kit that no page shows at first: dialogs and what is in them. */
const dialogOnly = /^(ui[\\/](code-input|modal|qr-code|tabs|error-in-place)|lib[\\/]passkey)\.(tsx?|(module\.)?css)$/;

/** Parts that the page of a card shows at first and dialogs show too. */
const withCard =
  /^(ui[\\/](copy-button|write-outcome)|lib[\\/]learn-outcome|features[\\/]cards[\\/](time-left|use-card-change))\.(tsx?|(module\.)?css)$/;

/** Modules that only a few pages or dialogs use: bundled wherever they are used, not with the kit. */
const elsewhere =
  /(qr-path|main|learn-outcome|resend-button)\.tsx?$|^app[\\/](account-notices|command-palette|find-entries|palette-(act|entries|searches)|member-parts|proof-form|proof-ways|offline-parts|app-status|service-status|user-failure|last-balances|status-words|use-(kept-balances|new-version))|^lib[\\/](last-balances|later-facts|staff-facts)|^session[\\/]use-may/;

/** Modules that the dashboard shares with other pages: fetched first anyway, and one file is smaller than four. */
const withDashboard =
  /^(navigation[\\/](use-layers|add-first)|features[\\/](activity[\\/](activity-found|transactions-panel|transaction-words|transactions-filter|take-away|take-buttons)|deposits[\\/](deposit-stage|decimal|dialogs)|cards[\\/](card-appearance|card-art|card-id|card-look|card-words|dialogs|price-words|use-cards|use-prices)))\.(tsx?|module\.css)$/;

function ownFile(id: string): string {
  return path.relative(webRoot, id).split('?')[0] ?? '';
}

function kitFile(id: string): string | undefined {
  const file = ownFile(id);
  return /^(ui|lib|session|app)[\\/]/.test(file) && !elsewhere.test(file) ? file : undefined;
}

function isGuestKit(id: string): boolean {
  const file = kitFile(id);
  return file !== undefined && !appOnly.test(file) && !dialogOnly.test(file) && !withCard.test(file);
}

function isAppKit(id: string): boolean {
  const file = kitFile(id);
  return (
    /node_modules[\\/](swr|dequal)/.test(id) ||
    withDashboard.test(ownFile(id)) ||
    (file !== undefined && appOnly.test(file))
  );
}

function isDialogKit(id: string): boolean {
  return dialogOnly.test(ownFile(id));
}

function isCardKit(id: string): boolean {
  return withCard.test(ownFile(id));
}

async function run(settings: InlineConfig): Promise<void> {
  await build(mergeConfig({ ...config, configFile: false } satisfies InlineConfig, settings));
}

function bundleForBrowsers(outDir: string): Promise<void> {
  return run({
    build: {
      outDir,
      manifest: 'manifest.json',
      rolldownOptions: {
        input: path.join(webRoot, appEntry),
        output: {
          // As `assetFileNames` of vite.config.ts.
          chunkFileNames: 'assets/[name]-[hash:6].js',
          entryFileNames: 'assets/[name]-[hash:6].js',
          codeSplitting: {
            // Stable files beside the pages: what is not ours, what every page needs, what only signed-in people need,
            // what the page of a card needs, and what comes with the first dialog.
            groups: [
              { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
              { name: 'kit', test: isGuestKit },
              { name: 'kit-app', test: isAppKit },
              { name: 'kit-card', test: isCardKit },
              { name: 'kit-dialog', test: isDialogKit },
              { name: 'auth-forms', test: /features[\\/]auth[\\/](auth-form|password-|use-form-values)/ },
            ],
          },
        },
      },
    },
  });
}

/** Bundles an entry that this build runs itself; its styles come out as one file. */
function bundleForBuild(outDir: string, entry: string): Promise<void> {
  return run({
    publicDir: false,
    build: { outDir, ssr: path.join(webRoot, entry), ssrEmitAssets: true, cssCodeSplit: false, cssMinify: true },
  });
}

/** Bundles the service worker as one file that holds the list of the build's shell. */
function bundleWorker(outDir: string, shell: Shell): Promise<void> {
  return run({
    publicDir: false,
    define: { builtShell: JSON.stringify(shell) },
    build: {
      outDir,
      emptyOutDir: false,
      rolldownOptions: {
        input: path.join(webRoot, 'service-worker/worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
}

async function importFrom<T>(directory: string, entry: string): Promise<T> {
  return (await import(pathToFileURL(path.join(directory, entry)).href)) as T;
}

async function readStyles(directory: string): Promise<string> {
  const files = await readdir(directory, { recursive: true });
  const styles = files
    .filter((file) => file.endsWith('.css'))
    .map((file) => readFile(path.join(directory, file), 'utf8'));
  return (await Promise.all(styles)).join('').trim();
}

/**
 * Builds the whole site into `outDir`: the landing and legal pages without scripts, the guest pages drawn and ready to
 * come alive, `app.html` for everything else, and `csp.json` with the hashes of what is inline. `origin` is the site's own
 * address (`https://…`), where it is known.
 */
export async function buildSite(outDir: string, origin?: string): Promise<void> {
  process.env['NODE_ENV'] = 'production';
  const cache = path.resolve(webRoot, '../node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const temporary = await mkdtemp(path.join(cache, 'site-'));
  try {
    const landingDirectory = path.join(temporary, 'landing');
    const proseDirectory = path.join(temporary, 'prose');
    const shellsDirectory = path.join(temporary, 'shells');
    await Promise.all([
      bundleForBrowsers(outDir),
      bundleForBuild(landingDirectory, 'app/entry-landing.tsx'),
      bundleForBuild(proseDirectory, 'app/entry-prose.tsx'),
      bundleForBuild(shellsDirectory, 'app/entry-shells.tsx'),
    ]);
    const { renderLanding } = await importFrom<LandingEntry>(landingDirectory, 'entry-landing.js');
    const { renderProsePages } = await importFrom<ProseEntry>(proseDirectory, 'entry-prose.js');
    const shells = await importFrom<ShellsEntry>(shellsDirectory, 'entry-shells.js');
    const manifestFile = path.join(outDir, 'manifest.json');
    const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest;
    const documents = new Map<string, string>();

    const fontFile = await findFont(outDir);
    const common = { themeScript: shells.themeScript, fontFile, ...(origin === undefined ? {} : { origin }) };
    const prefetch = `<script type="speculationrules">${speculation}</script>`;
    const landingStyle = await readStyles(landingDirectory);
    for (const page of renderLanding())
      documents.set(
        page.file,
        documentOf({ ...common, ...page, style: landingStyle, head: prefetch, body: withPrices(page.html) }),
      );
    const proseStyle = await readStyles(proseDirectory);
    for (const page of renderProsePages())
      documents.set(page.file, documentOf({ ...common, ...page, style: proseStyle, body: withPrices(page.html) }));

    const main = chunksOf(manifest, appEntry);
    const inlineStyle = async (files: readonly string[]): Promise<string> =>
      (await Promise.all(files.map((file) => readFile(path.join(outDir, file), 'utf8')))).join('').trim();
    const namesOf = (files: readonly string[]): string => inlineScript(inlinedStylesScript, { files: files.join(' ') });
    const scriptNames = (files: readonly string[]): string =>
      [...new Set([...main.scripts, ...files])].map((file) => `/${file}`).join(' ');
    for (const shell of await shells.renderShells()) {
      const own = chunksOf(manifest, shell.module);
      const styles = [...new Set([...main.styles, ...own.styles])];
      documents.set(
        shell.file,
        documentOf({
          ...common,
          ...shell,
          style: await inlineStyle(styles),
          // The form is centered: a first paint of half of it would move when the other half comes.
          head: `${namesOf(styles)}<link rel="expect" href="#drawn" blocking="render">`,
          body: `<div id="root" data-page="${shell.page}" data-scripts="${scriptNames(own.scripts)}">${shell.html}</div><script id="drawn">${startScript}</script>${inlineScript(earlyEnterScript)}`,
        }),
      );
    }
    // Nearly every page that app.html starts is behind the sign-in.
    const frame = chunksOf(manifest, 'app/app-frame.tsx');
    const frameStyles = [...new Set([...main.styles, ...frame.styles])];
    const pages = pagePreloads(manifest, [...main.scripts, ...frame.scripts, ...frameStyles]);
    documents.set(
      appEntry,
      documentOf({
        ...common,
        title: 'Satchel',
        description: 'Manage your crypto-backed debit card.',
        style: await inlineStyle(frameStyles),
        head: `${inlineScript(pagePreloadScript, { pages })}${namesOf(frameStyles)}`,
        body: [
          `${outlinePlace}<div id="root" data-scripts="${scriptNames(frame.scripts)}">${shells.renderLoading()}</div>`,
          await outlineTemplates(await shells.renderOutlines(), (module) =>
            inlineStyle(chunksOf(manifest, module).styles.filter((file) => !frameStyles.includes(file))),
          ),
          inlineScript(outlineScript),
          inlineScript(startScript),
        ].join(''),
      }),
    );

    const hashes = inlineHashes([...documents.values()]);
    const scripts = acceptedScripts(hashes.scripts, readScriptRecord());
    await bundleWorker(outDir, shellOf(manifest, documents, [fontFile]));
    const sprite = buildCoinSprite();
    await mkdir(path.join(outDir, 'password'), { recursive: true });
    await Promise.all([
      ...[...documents].map(([file, html]) => writeFile(path.join(outDir, file), html)),
      writeFile(path.join(outDir, sprite.file), sprite.content),
      writeFile(path.join(outDir, 'csp.json'), JSON.stringify({ ...hashes, scripts }, null, 2)),
      rm(manifestFile),
    ]);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Adds the script that writes the present prices to a page that names prices. */
function withPrices(html: string): string {
  return html.includes('data-price=') ? html + inlineScript(pricesScript) : html;
}

async function findFont(outDir: string): Promise<string> {
  const file = (await readdir(path.join(outDir, 'assets'))).find((name) => /^geist-text.*\.woff2$/.test(name));
  if (!file) throw new Error('the build has no font');
  return `assets/${file}`;
}

if (process.argv[1] && import.meta.filename === path.resolve(process.argv[1])) {
  const [outDir, origin] = process.argv.slice(2);
  if (!outDir) throw new Error('usage: node web/build.ts <outDir> [https://…]');
  await buildSite(path.resolve(outDir), origin);
}
