import { createHash } from 'node:crypto';

/** The kind of a secret. */
export type SecretKind =
  | 'card number'
  | 'CVV'
  | '3DS code'
  | 'password'
  | 'mailed digits'
  | 'mailed link'
  | 'token'
  | 'key';

/** A secret of this run, to be looked for everywhere. */
export type Canary = { readonly kind: SecretKind; readonly value: string };

/** A text in which no secret may be: a log, an item of the table, a queue, a mail, a refusal. */
export type Place = {
  readonly name: string;
  readonly text: string;
  /** Secrets that are meant to be here: the code in its own mail. */
  readonly meant?: ReadonlySet<string>;
};

/** A secret where it must not be. A fingerprint stands for it, so that the report is no leak itself. */
export type Finding = { readonly kind: SecretKind; readonly place: string; readonly what: string };

/** Minimum length of a text that is distinct from all others by itself, in characters. */
const distinctLength = 15;
const gramLength = 8;

/** Short numbers say nothing by themselves: they count after the name of what they are, or as a whole text of a JSON document. */
const named: readonly { readonly kind: SecretKind; readonly pattern: RegExp }[] = [
  { kind: 'CVV', pattern: /(?:cvv|cvc|security.?code)\\?["']?\s*[:=]\s*\\?["']?(\d{3,4})\b/gi },
  { kind: '3DS code', pattern: /(?<![a-z])pin\w{0,3}\\?["']?\s*[:=]\s*\\?["']?(\d{1,4})\b/gi },
  { kind: 'mailed digits', pattern: /(?:otp|code|digits)\\?["']?\s*[:=]\s*\\?["']?(\d{6})\b/gi },
  { kind: 'mailed digits', pattern: /\\?"(\d{6})\\?"/g },
];

/** Fields that are always secret; nothing of ours keeps one under such a name. */
const neverNamed =
  /"(password|newPassword|currentPassword|confirmPassword|cardNumber|card_number|pan|cvv|cvc|otp|pin|accessToken|refreshToken|cookie|set-cookie|authorization)"\s*:\s*"[^"]+"/i;

/** Finds canaries in places. Long ones are found anywhere, short ones where their name stands before them. */
export function findSecrets(canaries: readonly Canary[], places: readonly Place[]): Finding[] {
  const distinct = canaries.filter(({ value }) => value.length >= distinctLength);
  const short = canaries.filter(({ value }) => value.length < distinctLength && !/^\d+$/.test(value));
  const digits = Map.groupBy(
    canaries.filter(({ value }) => value.length < distinctLength && /^\d+$/.test(value)),
    ({ kind }) => kind,
  );
  const grams = gramsOf(distinct);
  const findings: Finding[] = [];
  for (const { name, text, meant } of places) {
    const found = new Set<Canary>();
    // A text as long as a canary holds one of its grams at a place that is a multiple of a gram's length.
    for (let at = 0; at + gramLength <= text.length; at += gramLength) {
      for (const { canary, offset } of grams.get(text.slice(at, at + gramLength)) ?? []) {
        if (text.startsWith(canary.value, at - offset)) found.add(canary);
      }
    }
    for (const canary of short) if (text.includes(canary.value)) found.add(canary);
    for (const { kind, pattern } of named) {
      const known = digits.get(kind) ?? [];
      for (const match of text.matchAll(pattern)) {
        const hit = known.find(({ value }) => Number(value) === Number(match[1]));
        if (hit) found.add(hit);
      }
    }
    for (const { kind, value } of found) {
      if (!meant?.has(value)) findings.push({ kind, place: name, what: fingerprint(value) });
    }
  }
  return findings;
}

/** Finds fields that nothing may have, at any value: for what we write ourselves, not for answers that name a field. */
export function findSecretFields(places: readonly Place[]): string[] {
  return places.flatMap(({ name, text }) => {
    const field = neverNamed.exec(text)?.[1];
    return field === undefined ? [] : [`${name} has a field ${field}`];
  });
}

function fingerprint(value: string): string {
  return `${value.length} characters, sha256 ${createHash('sha256').update(value).digest('hex').slice(0, 12)}`;
}

type Gram = { readonly canary: Canary; readonly offset: number };

function gramsOf(canaries: readonly Canary[]): ReadonlyMap<string, readonly Gram[]> {
  const grams = new Map<string, Gram[]>();
  for (const canary of canaries) {
    for (let offset = 0; offset < gramLength; offset += 1) {
      const gram = canary.value.slice(offset, offset + gramLength);
      const known = grams.get(gram) ?? [];
      known.push({ canary, offset });
      grams.set(gram, known);
    }
  }
  return grams;
}
