import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RecordedExchange } from '#infra/local/gateway/exchange-log.ts';
import type { Services } from '#infra/local/supervisor/services.ts';
import { eventually } from '#test/support/eventually.ts';
import type { Canary } from './find-secrets.ts';
import { secretsIn, storedMails } from './stored-mail.ts';

/** Everything that was secret in a run on a stack: what its providers, its inbox, its files and its recorded calls know. */
export async function gatherCanaries(
  servicesFile: string,
  exchanges: Iterable<RecordedExchange>,
): Promise<readonly Canary[]> {
  const services = JSON.parse(readFileSync(servicesFile, 'utf8')) as Services;
  const canaries = [
    ...keysOf(path.join(path.dirname(servicesFile), 'secrets.json')),
    ...(await cardsOf(services.issuer)),
    ...(await oneTimeCodesOf(services.issuer)),
    ...(await storedMails(services.mail))
      .map(secretsIn)
      .flatMap(({ digits, links }): Canary[] => [
        ...digits.map((value) => ({ kind: 'mailed digits', value }) as const),
        ...links.map((value) => ({ kind: 'mailed link', value }) as const),
      ]),
  ];
  for (const exchange of exchanges) canaries.push(...saidIn(exchange));
  return [...new Map(canaries.map((canary) => [`${canary.kind} ${canary.value}`, canary])).values()];
}

/** Every value that Secrets Manager holds in the cloud. The merchant's number is no secret. */
function keysOf(file: string): Canary[] {
  const secrets = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
  return Object.values(secrets).flatMap((secret) =>
    Object.entries(secret)
      .filter(([name]) => name !== 'merchantId')
      .map(([, value]): Canary => ({ kind: 'key', value })),
  );
}

/** Number and CVV of every card, which only the issuer knows; the number also in groups of four. */
async function cardsOf(issuer: string): Promise<Canary[]> {
  // A connection that was kept open may be closed just as it is used again.
  const read = <T>(of: string): Promise<T> =>
    eventually(async () => (await (await fetch(`${issuer}/sandbox/cards${of}`)).json()) as T);
  const { cards } = await read<{ cards: readonly { readonly cardId: string }[] }>('');
  const canaries: Canary[] = [];
  for (const { cardId } of cards) {
    const { cardNumber, cvv } = await read<{ cardNumber: string; cvv: string }>(`/${cardId}`);
    const groups = cardNumber.match(/.{1,4}/g) ?? [];
    for (const value of [cardNumber, groups.join(' '), groups.join('-')]) canaries.push({ kind: 'card number', value });
    canaries.push({ kind: 'CVV', value: cvv });
  }
  return canaries;
}

/** Codes that the issuer sent for 3-D Secure: they look like the digits of a mail. */
async function oneTimeCodesOf(issuer: string): Promise<Canary[]> {
  type Sent = { readonly webhooks: readonly { readonly data: { readonly otp?: string } }[] };
  const read = async (): Promise<Sent> =>
    (await (await fetch(`${issuer}/sandbox/webhooks?limit=100000`)).json()) as Sent;
  return (await eventually(read)).webhooks.flatMap(({ data: { otp: value } }) =>
    value === undefined ? [] : [{ kind: 'mailed digits', value } as const],
  );
}

/** Cookies that grant something. */
const tokens = /(?:__Host-access|__Secure-refresh|__Secure-device|__Host-pending)=([\w.-]{24,})/g;

/** Values of a caller that nobody else may know. Refused passwords are not searched for: some are common words. */
function saidIn({ url, headers, body, status }: RecordedExchange): Canary[] {
  const canaries: Canary[] = [];
  const add = (kind: Canary['kind'], value: unknown): void => {
    const text = typeof value === 'number' ? String(value).padStart(4, '0') : value;
    if (typeof text === 'string' && text !== '') canaries.push({ kind, value: text });
  };
  for (const match of (headers['cookie'] ?? '').matchAll(tokens)) {
    add('token', match[1]);
    // Of a signed token the signature alone would do harm too.
    add('token', match[1]?.split('.')[2]);
  }
  const inbox = /^\/api\/webhooks\/\w+\/([\w-]{24,})/.exec(url)?.[1];
  if (status < 300) add('token', inbox);
  if (status >= 300 || body === undefined) return canaries;
  const said = fieldsOf(body);
  for (const name of ['password', 'currentPassword', 'newPassword']) add('password', said[name]);
  if (url.startsWith('/api/cards')) add('3DS code', said['pin']);
  return canaries;
}

function fieldsOf(body: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
