import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RecordedExchange } from '#infra/local/gateway/exchange-log.ts';
import { findSecretFields, findSecrets, type Canary, type Place, type SecretKind } from './find-secrets.ts';
import { gatherCanaries } from './gather-canaries.ts';
import { placesOf } from './places-of.ts';

/** The searched secrets and the findings. */
export type SecretsReport = {
  /** Number of secrets of each kind that were searched for. */
  readonly lookedFor: Readonly<Partial<Record<SecretKind, number>>>;
  /** In how many places of each sort. */
  readonly places: Readonly<Record<string, number>>;
  /** In words; nothing when no secret is where it must not be. */
  readonly found: readonly string[];
};

/** The secrets and places of the search, beside those of a stack and its recording. */
export type More = { readonly canaries?: readonly Canary[]; readonly logs?: readonly Place[] };

/** Kinds that every run has: without one of each a check proves nothing. */
const always: readonly SecretKind[] = ['key', 'card number', 'CVV', 'mailed link', 'password', 'token', '3DS code'];

/** Throws unless a report found no secret, and looked for all sorts of them. */
export function assertNoSecrets({ lookedFor, places, found }: SecretsReport): void {
  const missing = always.filter((kind) => lookedFor[kind] === undefined);
  if (missing.length > 0) throw new Error(`of these secrets the run knew none to look for: ${missing.join(', ')}`);
  const bare = Object.keys(places).filter((sort) => places[sort] === 0);
  if (bare.length > 0) throw new Error(`there was nothing to look through: ${bare.join(', ')}`);
  if (found.length > 0) throw new Error(`secrets are where they must not be:\n${found.slice(0, 40).join('\n')}`);
}

/** Looks for every secret of a run on a stack that still runs, in everything that the run has left behind. */
export async function checkSecrets(
  servicesFile: string,
  trafficFolder: string,
  { canaries: moreCanaries = [], logs = [] }: More = {},
): Promise<SecretsReport> {
  const exchanges = readExchanges(trafficFolder);
  const canaries = [...(await gatherCanaries(servicesFile, exchanges)), ...moreCanaries];
  const read = await placesOf(servicesFile, exchanges);
  const places = { ...read, logs: [...read.logs, ...logs] };
  const findings = findSecrets(canaries, Object.values(places).flat());
  const lookedFor = Map.groupBy(canaries, ({ kind }) => kind);
  return {
    lookedFor: Object.fromEntries([...lookedFor].map(([kind, all]) => [kind, all.length])),
    places: Object.fromEntries(Object.entries(places).map(([sort, all]) => [sort, all.length])),
    found: [
      ...findings.map(({ kind, place, what }) => `${kind} (${what}) in ${place}`),
      ...findSecretFields([...places.logs, ...places.table, ...places.queues]),
    ],
  };
}

function readExchanges(folder: string): RecordedExchange[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split('\n'))
    .flatMap((line) => readLine(line));
}

/** The last line may still be written. */
function readLine(line: string): RecordedExchange[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as RecordedExchange];
  } catch {
    return [];
  }
}
