import { createHash, timingSafeEqual } from 'node:crypto';

import { decryptAesEverywhere } from './aes-everywhere.ts';

const longestSignature = 1024;

/**
 * True when the header is the webhook secret, encrypted with our secret key. It covers neither body nor time: who has
 * seen one header can send any event for ever, which is why every event is only a hint. While a secret is being rotated
 * there are two of it. Constant time, never throws.
 */
export function isWebhookSignature(
  signature: string | undefined,
  keys: { readonly secretKeys: readonly string[]; readonly webhookSecrets: readonly string[] },
): boolean {
  if (signature === undefined || signature.length > longestSignature) return false;
  return keys.secretKeys.some((secretKey) => {
    const decrypted = decryptAesEverywhere(signature, secretKey);
    return (
      decrypted !== undefined &&
      keys.webhookSecrets.some((webhookSecret) => timingSafeEqual(digest(decrypted), digest(webhookSecret)))
    );
  });
}

/** Digests have one length, so that comparing them tells nothing about the secret's. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
