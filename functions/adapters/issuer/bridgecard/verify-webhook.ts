import { createHash, timingSafeEqual } from 'node:crypto';

import { decryptAesEverywhere } from './aes-everywhere.ts';

const longestSignature = 1024;

/**
 * True when the header is the webhook secret, encrypted with our secret key. It covers neither body nor time: who has
 * seen one header can send any event for ever, which is why every event is only a hint. Constant time, never throws.
 */
export function isWebhookSignature(
  signature: string | undefined,
  keys: { readonly secretKey: string; readonly webhookSecret: string },
): boolean {
  if (signature === undefined || signature.length > longestSignature) return false;
  const decrypted = decryptAesEverywhere(signature, keys.secretKey);
  return decrypted !== undefined && timingSafeEqual(digest(decrypted), digest(keys.webhookSecret));
}

/** Digests have one length, so that comparing them tells nothing about the secret's. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
