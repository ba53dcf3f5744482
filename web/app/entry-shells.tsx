import { renderToString } from 'react-dom/server';
import { SWRConfig, unstable_serialize } from 'swr';
import { StaticRouter } from '#web/navigation/router.tsx';
import { documentTitle } from '#web/navigation/document-title.ts';
import { moneyText } from '#web/ui/money.tsx';
import { LoadingScreen } from '#web/ui/loading.tsx';
import type { CurrentUser } from '#web/session/use-user.ts';
import type { Outline } from '#web/build/page-outlines.ts';
import { App } from './app.tsx';
import { AppFrame, pageAt } from './pages.ts';
import { paths } from '#web/navigation/paths.ts';

/** A page of the app that is drawn at build time and comes alive in the browser. */
type Shell = {
  readonly file: string;
  readonly page: string;
  readonly title: string;
  readonly description: string;
  readonly html: string;
  /** The module whose chunk must be there before the page comes alive. */
  readonly module: string;
};

async function shell(path: string, file: string, description: string, module: string): Promise<Shell> {
  const page = pageAt(path);
  if (!page) throw new Error(`no page at ${path}`);
  await page.component.preload();
  const html = renderToString(<App router={(children) => <StaticRouter path={path}>{children}</StaticRouter>} />);
  return { file, page: page.path, title: documentTitle(page.title), description, html, module };
}

/** Draws the pages for guests. */
export async function renderShells(): Promise<readonly Shell[]> {
  return [
    await shell(paths.login, 'login.html', 'Sign in to Satchel.', 'features/auth/login-page.tsx'),
    await shell(paths.signup, 'signup.html', 'Create a Satchel account.', 'features/auth/signup-page.tsx'),
    await shell(
      paths.forgotPassword,
      'password/forgot.html',
      'Get a link to choose a new password.',
      'features/auth/mailed-link-pages.ts',
    ),
    await shell(
      paths.resetPassword,
      'password/reset.html',
      'Choose a new password.',
      'features/auth/mailed-link-pages.ts',
    ),
  ];
}

/** Renders the loading screen that the app's page shows before its script runs. */
export function renderLoading(): string {
  return renderToString(<LoadingScreen />);
}

/** Placeholders for facts about a person that are not known when the page is built. */
const unknown = { firstname: '\u{e000}', balance: 98_765_432_101 } as const;

function gapFor(fact: string, width: string): string {
  return `<span data-fact="${fact}"><span class="skeleton" style="width:${width};height:1em;border-radius:6px"></span></span>`;
}

/** Places of a page that show a placeholder, each with its replacement: a gray bar that the fact later replaces. */
const gaps: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`Good \\w+, ${unknown.firstname}`), gapFor('greeting', '12rem')],
  [new RegExp(`(?<=>)\\${moneyText(unknown.balance)}(?=<)`), gapFor('balance', '9rem')],
];

/**
 * Markup to drop from an outline: closed parts, and what only screen readers and keys use. An outline cannot be used,
 * and its document must come in one round trip.
 */
const idle =
  /(?<=<\/summary>).*?(?=<\/details>)|<(\w+) class="(?:skip-link|visually-hidden)"[^>]*>[^<]*<\/\1>| (?:aria-(?:label|labelledby|haspopup|hidden|keyshortcuts|expanded|pressed)|id|for|tabindex|autoComplete|enterKeyHint|maxLength|scope|role|href)="[^"]*"| type="button"|<!--.*?-->/g;

async function outline(path: string, role: CurrentUser['role'], module: string, start = path): Promise<Outline> {
  await Promise.all([pageAt(path)?.component.preload(), AppFrame.preload()]);
  const user = { ...unknown, lastname: '', email: '', role, held: 0, verified: true, cardholderId: 'known' };
  const drawn = renderToString(
    <SWRConfig value={{ fallback: { [unstable_serialize(['user.read', {}])]: user } }}>
      <App router={(children) => <StaticRouter path={path}>{children}</StaticRouter>} />
    </SWRConfig>,
  );
  const html = gaps
    .reduce((text, [gap, instead]) => text.replace(gap, instead), drawn)
    .replace(/data-initials="[^"]*"/, '')
    .replaceAll(idle, '');
  if (/\u{e000}|98,/u.test(html)) throw new Error(`${path} says something that is not known yet`);
  return { start, role, html, module };
}

/** Draws the pages behind the sign-in that are opened most, as they are while they load. */
export async function renderOutlines(): Promise<readonly Outline[]> {
  return [
    await outline('/dashboard', 'user', 'features/dashboard/dashboard-page.tsx'),
    await outline('/dashboard', 'admin', 'features/dashboard/dashboard-page.tsx'),
    await outline('/cards/crd_01M86FZ3QH4EVBDWE61SXTF18Z', 'user', 'features/cards/card-page.tsx', '/cards/'),
    await outline('/users', 'admin', 'features/admin/users-page.tsx'),
  ];
}

export { themeScript } from '#web/ui/theme.ts';
