import type { Services } from '#functions/ports/services.ts';
import { deviceNameOf } from './device-name.ts';

/** A browser's description of itself when it signs in. */
export type Browser = {
  /** The device cookie, if the browser has one. */
  readonly deviceToken: string | undefined;
  readonly userAgent: string;
};

/** The browser of a sign-in, as the account knows it from now on. */
export type Device = {
  /** In words, for its owner: "Chrome on Android". */
  readonly name: string;
  /** True when it has signed in to this account within 180 days and kept its device cookie. */
  readonly isKnown: boolean;
  /** Value of the device cookie, by which it is known the next time. */
  readonly token: string;
};

/** Returns the device of a browser that signs in to the account with this address. */
export async function deviceOf(
  { keys, random }: Pick<Services, 'keys' | 'random'>,
  emailHash: string,
  { deviceToken, userAgent }: Browser,
): Promise<Device> {
  const deviceId = deviceToken === undefined ? undefined : await keys.readDeviceToken(emailHash, deviceToken);
  return {
    name: deviceNameOf(userAgent),
    isKnown: deviceId !== undefined,
    token: await keys.deviceToken(emailHash, deviceId ?? random.token(16)),
  };
}
