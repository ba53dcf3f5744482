import { isSameText, mac } from './mac.ts';

const shape = /^([A-Za-z0-9_-]{16,64})\.([A-Za-z0-9_-]{43})$/;

/** The token by which a browser that has signed in before is known: it proves the device for one e-mail address. */
export function deriveDeviceToken(key: Uint8Array, emailHash: string, deviceId: string): string {
  return `${deviceId}.${mac(key, 'device', emailHash, deviceId)}`;
}

/** The device of an authentic token of this address; undefined for every other text. */
export function readDeviceToken(keys: readonly Uint8Array[], emailHash: string, token: string): string | undefined {
  const [, deviceId] = shape.exec(token) ?? [];
  if (deviceId === undefined) return undefined;
  const fits = keys.map((key) => isSameText(deriveDeviceToken(key, emailHash, deviceId), token));
  return fits.includes(true) ? deviceId : undefined;
}
