import { encryptAesEverywhere } from './aes-everywhere.ts';

/** About one salt in six yields neither `+` nor `/`; two hundred tries miss once in 10^17. */
const mostTries = 200;

/**
 * Encrypts a four-digit PIN for the issuer. One integrator saw the issuer misread base64 that holds `+` or `/`, so
 * salts are drawn until neither occurs. Undefined for anything but four digits.
 */
export function encryptPin(pin: string, secretKey: string): string | undefined {
  if (!/^\d{4}$/.test(pin)) return undefined;
  let encrypted = encryptAesEverywhere(pin, secretKey);
  for (let tries = 1; tries < mostTries && /[+/]/.test(encrypted); tries += 1) {
    encrypted = encryptAesEverywhere(pin, secretKey);
  }
  return encrypted;
}
