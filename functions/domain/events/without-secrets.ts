import { holdsCardNumber } from '#shared/card-number.ts';

/** Names of members that hold a secret, or may: of cards, of people's papers, and of signatures and sign-ins. */
const secretName =
  /^(sign|signature|pan|card_?number|card_?no|cvv2?|cvc2?|cvn|card_?pin|pin|pin_?block|expiry.*|exp_.*|track.*|otp|code|token|.*_token|.*secret.*|password|bvn|id_no|selfie_image|id_image)$/i;

/** Names of members that hold an id or a time: such a number may look like a card's by chance, so it is kept. */
const naming = /(_id|_?reference|uuid|txid|timestamp|date|_at)$/i;

/**
 * Returns a JSON body, written again without members that could hold a secret and without card numbers. Undefined for
 * anything but a JSON object or array.
 */
export function withoutSecrets(body: Uint8Array, indent = 0): string | undefined {
  const parsed = parse(body);
  return parsed === undefined ? undefined : JSON.stringify(cleaned(parsed), null, indent);
}

function parse(body: Uint8Array): object | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function cleaned(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => cleaned(each, name));
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([key]) => !secretName.test(key));
    return Object.fromEntries(members.map(([key, member]) => [key, cleaned(member, key)]));
  }
  const isText = typeof value === 'string' || typeof value === 'number';
  return isText && !naming.test(name) && holdsCardNumber(String(value)) ? '(removed)' : value;
}
