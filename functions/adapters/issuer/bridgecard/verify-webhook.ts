import { createHash, timingSafeEqual } from 'node:crypto';

import { decryptAesEverywhere } from './aes-everywhere.ts';

const longestSignature = 1024;

/**
 * True when the header is the webhook secret, encrypted with our secret key. The header covers neither body nor time:
 * anyone who has seen one can send any event forever, which is why every event is only a hint. Two secrets are valid
 * during a rotation. Constant time, never throws.
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

/** Digests a text. All digests have one length, so that a comparison reveals nothing about the secret's length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
