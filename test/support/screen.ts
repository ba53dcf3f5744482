import { createElement, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { cache, SWRGlobalState } from 'swr/_internal';
import { vi } from 'vitest';

import { BrowserRouter, navigate } from '#web/navigation/router.tsx';
import { ToastProvider } from '#web/ui/toast.tsx';

/** A request that a screen made. */
export type Sent = {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
};
/** Replies by `GET /cards`; a function gets the request. A status other than 200 is given as `refusal`. */
export type Replies = Readonly<Record<string, unknown>>;

/** A reply that refuses a request. */
export function refusal(status: number, code: string, message: string, more: object = {}): Response {
  return Response.json({ code, message, requestId: 'req-1', ...more }, { status });
}

// happy-dom has no locks, and one screen waits for no other.
Object.defineProperty(navigator, 'locks', { value: { request: (_name: string, act: () => unknown) => act() } });

// A document has nowhere to go: only its address changes.
vi.spyOn(window.location, 'assign').mockImplementation((to) => history.pushState(null, '', to));
vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);

let root: { unmount: () => void } | undefined;
let sent: Sent[] = [];

// The site fetches these when they are needed, which takes longer than a screen is waited for.
await Promise.all([import('#web/lib/later-facts.ts'), import('#web/lib/learn-outcome.ts')]);

async function answer(address: string, init: RequestInit, replies: Replies): Promise<Response> {
  const path = address.replace(/^\/api/, '');
  const method = init.method ?? 'GET';
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
  const request: Sent = { method, path, headers: new Headers(init.headers), body };
  sent.push(request);
  const known = replies[`${method} ${path}`] ?? replies[`${method} ${path.split('?')[0]}`];
  const reply: unknown = typeof known === 'function' ? await known(request) : known;
  if (reply === undefined) return refusal(404, 'NotFound', `no reply for ${method} ${path}`);
  return reply instanceof Response ? reply.clone() : Response.json(reply);
}

/** Waits until React and the replies have nothing more to do. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  // Parts that a screen fetches when it needs them.
  await vi.dynamicImportSettled();
}

/** Draws a component as the site does. The API replies from `replies`. */
export async function show<Props extends object>(
  component: ComponentType<Props>,
  props: Props,
  replies: Replies = {},
  address = '/',
): Promise<void> {
  hide();
  navigate(address, { replace: true });
  sent = [];
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => answer(address, init, replies));
  const container = document.createElement('div');
  document.body.appendChild(container);
  const made = createRoot(container);
  root = made;
  made.render(createElement(ToastProvider, null, createElement(BrowserRouter, null, createElement(component, props))));
  await settle();
}

/** Forgets the reads of the screen before, and those that are under way. */
function forgetReads(): void {
  for (const key of Array.from(cache.keys())) cache.delete(key);
  const underWay = SWRGlobalState.get(cache)?.[2] ?? {};
  for (const key of Object.keys(underWay)) delete underWay[key];
}

/** Takes what is drawn away. */
export function hide(): void {
  forgetReads();
  root?.unmount();
  root = undefined;
  document.body.textContent = '';
}

/** The requests that were made for changes. */
export const changes = (): readonly Sent[] => sent.filter(({ method }) => method !== 'GET');
/** Number of reads of a path. */
export const readsOf = (path: string): number =>
  sent.filter((each) => each.method === 'GET' && each.path.split('?')[0] === path).length;

/** The text of an element, with one blank between its parts. */
export const textOf = (node: Node = document.body): string => (node.textContent ?? '').replaceAll(/\s+/g, ' ');
const allOf = <E extends HTMLElement>(selector: string): readonly E[] =>
  Array.from(document.querySelectorAll<E>(selector));

/** The texts of the paragraphs, cells, buttons and links that are drawn. */
export const texts = (): readonly string[] =>
  allOf('p, li, dt, dd, h1, h2, h3, td, th, button, a, label, option, caption').map((element) =>
    textOf(element).trim(),
  );

/** The only element found; throws for none or several. */
function only<E extends HTMLElement>(what: string, found: readonly HTMLElement[]): E {
  const [first, ...more] = found;
  if (first === undefined || more.length > 0) throw new Error(`${found.length} × ${what} in: ${textOf()}`);
  return first as E;
}
const isCalled = (words: string, name: string | RegExp): boolean =>
  typeof name === 'string' ? words === name : name.test(words);
const named = <E extends HTMLElement>(selector: string, name: string | RegExp): readonly E[] =>
  allOf<E>(selector).filter((each) => isCalled((each.getAttribute('aria-label') ?? textOf(each)).trim(), name));

/** All buttons of a name. */
export const buttons = (name: string | RegExp): readonly HTMLButtonElement[] => named('button', name);
/** The button of a name. */
export const button = (name: string | RegExp): HTMLButtonElement => only(`button ${name}`, buttons(name));
/** The address of the link of a name. */
export const linkTo = (name: string | RegExp): string =>
  only(`link ${name}`, named('a', name)).getAttribute('href') ?? '';

/** The field of a label. */
export function field(label: string | RegExp): HTMLInputElement {
  return only(
    `field ${label}`,
    allOf('input, select, textarea').filter((input) => {
      const own = input.getAttribute('aria-label');
      const words =
        own === null ? Array.from((input as HTMLInputElement).labels ?? [], (each) => textOf(each).trim()) : [own];
      return words.some((each) => isCalled(each, label));
    }),
  );
}
/** The texts that a field points to: its error and its hint. */
export function describing(label: string | RegExp): string {
  const ids = (field(label).getAttribute('aria-describedby') ?? '').split(' ');
  return ids
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim();
}
const besides = (term: HTMLElement): string => (term.nextSibling ? textOf(term.nextSibling).trim() : '');
/** All terms with the texts beside them. */
export const terms = (): Readonly<Record<string, string>> =>
  Object.fromEntries(allOf('dt').map((each) => [textOf(each).trim(), besides(each)]));
/** The text beside a term of a list. */
export const term = (name: string): string =>
  besides(
    only(
      `term ${name}`,
      allOf('dt').filter((each) => textOf(each).trim().startsWith(name)),
    ),
  );

/** The name of the field with the focus. */
export function focused(): string {
  const id = document.activeElement?.id ?? '';
  const label = id === '' ? undefined : allOf('label').find((each) => each.getAttribute('for') === id);
  return label ? textOf(label).trim() : '';
}
/** The path and query that the browser shows. */
export const address = (): string => window.location.pathname + window.location.search;

/** Presses a button; the one that sends a form sends it. A disabled one takes no press. */
export async function press(name: string | RegExp): Promise<void> {
  const pressed = button(name);
  if (pressed.disabled) throw new Error(`${name} is disabled`);
  pressed.focus();
  pressed.click();
  await settle();
}
/** Types a text into a field in place of the one that is there, or chooses it in a list. */
export async function type(label: string | RegExp, text: string): Promise<void> {
  const typed = field(label);
  typed.focus();
  // React watches who sets `value`: a person does not pass its watch.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(typed) as object, 'value')?.set?.call(typed, text);
  typed.dispatchEvent(new Event(typed.localName === 'select' ? 'change' : 'input', { bubbles: true }));
  await settle();
}
/** Switches a switch, or presses a radio button. */
export async function toggle(label: string | RegExp): Promise<void> {
  field(label).click();
  await settle();
}
