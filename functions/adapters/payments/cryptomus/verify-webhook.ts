import { isSameSignature, signBody } from './signature.ts';

const largestBody = 64 * 1024;
const signatureShape = /^[0-9a-f]{32}$/;
const signatureAtEnd = /,"sign":"[0-9a-f]{32}"\}$/;

/**
 * Returns the members of a webhook without `sign` when its signature fits one of the keys (two during a rotation);
 * undefined for every other body. Never throws.
 *
 * The raw bytes are tried first, for they depend on no JSON library. When a proxy has reformatted the body or moved
 * `sign`, the members are written again as the provider's PHP writes them.
 */
export function verifyWebhook(
  rawBody: Uint8Array,
  paymentKeys: readonly string[],
): Record<string, unknown> | undefined {
  if (rawBody.byteLength > largestBody) return undefined;
  const text = decodeUtf8(rawBody);
  if (text === undefined) return undefined;
  const body = parseObject(text);
  // JSON.parse keeps the last of two equal names; a signed body never has two.
  if (body === undefined || hasRepeatedName(text)) return undefined;
  const { sign, ...members } = body;
  if (typeof sign !== 'string' || !signatureShape.test(sign)) return undefined;

  const isAuthentic = [withoutSignAtEnd(text), encodeLikePhp(members)].some((signed) =>
    paymentKeys.some((key) => signed !== undefined && isSameSignature(sign, signBody(signed, key))),
  );
  return isAuthentic ? members : undefined;
}

/** Returns a webhook's members without `sign`, verified when it came; none when it is no JSON object. Never throws. */
export function readStoredWebhook(rawBody: Uint8Array): Record<string, unknown> | undefined {
  const text = decodeUtf8(rawBody);
  const { sign: _sign, ...members } = (text === undefined ? undefined : parseObject(text)) ?? {};
  return members;
}

/** The body as it was before the provider added `sign` to its end. */
function withoutSignAtEnd(text: string): string | undefined {
  const end = signatureAtEnd.exec(text);
  return end ? `${text.slice(0, end.index)}}` : undefined;
}

/**
 * Encodes like PHP's `json_encode` with JSON_UNESCAPED_UNICODE: slashes escaped, text raw but for U+2028 and U+2029.
 */
function encodeLikePhp(members: Record<string, unknown>): string | undefined {
  try {
    return JSON.stringify(members)
      .replaceAll('/', '\\/')
      .replaceAll('\u2028', '\\u2028')
      .replaceAll('\u2029', '\\u2029');
  } catch {
    // JSON.parse takes any depth, JSON.stringify does not: thousands of nested brackets overflow the stack.
    return undefined;
  }
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** True when two members of the outermost object have one name, however it is escaped. `text` is valid JSON. */
function hasRepeatedName(text: string): boolean {
  const names = new Set<unknown>();
  let depth = 0;
  for (const [token, name] of text.matchAll(/("(?:[^"\\]|\\.)*")(?=\s*:)|"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (name !== undefined && depth === 1) {
      const spelt: unknown = JSON.parse(name);
      if (names.has(spelt)) return true;
      names.add(spelt);
    }
  }
  return false;
}
