/** The secrets could not be read just now. Asking again is safe. */
export class SecretsUnavailable extends Error {
  constructor(cause: unknown) {
    super('the secrets did not come', { cause });
    this.name = 'SecretsUnavailable';
  }
}

/** Work done with secret keys, so that no use case holds one. Every output is base64url unless said otherwise. */
export interface Keys {
  /** Keyed hash of a normalised e-mail address: names its owner without storing it. */
  emailHash(email: string): Promise<string>;
  /**
   * argon2id (OWASP parameters) of a password, as a PHC string. The salt is random, or made of `saltedBy`: then one
   * password has one hash, which can be looked for among several.
   */
  hashPassword(password: string, saltedBy?: string): Promise<string>;
  /**
   * True when the password fits. With an undefined hash it takes as long and returns false, so nobody learns whether an
   * account exists.
   */
  verifyPassword(password: string, hash: string | undefined): Promise<boolean>;
  /** Encrypts a secret that has to be read again, bound to its use: `totp:usr_…`. Never twice the same. */
  encryptSecret(use: string, secret: string): Promise<string>;
  /** Decrypts a secret of that use. Throws for every other text. */
  decryptSecret(use: string, encrypted: string): Promise<string>;
  /** Keyed hash of a code, bound to its purpose. */
  codeHash(purpose: string, code: string): Promise<string>;
  /** The refresh token of one generation of a session: derived, so that a retry gets the same successor. */
  refreshToken(sessionId: string, generation: number): Promise<string>;
  /** The session and generation of an authentic refresh token; undefined for every other text. */
  readRefreshToken(token: string): Promise<{ readonly sessionId: string; readonly generation: number } | undefined>;
  /** A signed access token. */
  accessToken(claims: {
    readonly userId: string;
    readonly sessionId: string;
    readonly nowMs: number;
    readonly expiresAtMs: number;
  }): Promise<string>;
  /** Reads the claims of an access token; undefined when it is not authentic, not ours, not yet or no longer valid. */
  readAccessToken(
    token: string,
    nowMs: number,
  ): Promise<{ readonly userId: string; readonly sessionId: string } | undefined>;
  /** The token by which a browser that signed in before is recognized, for one e-mail address. */
  deviceToken(emailHash: string, deviceId: string): Promise<string>;
  /** The device of an authentic token of this address; undefined for every other text. */
  readDeviceToken(emailHash: string, token: string): Promise<string | undefined>;
  /** The unguessable path segment of a deposit's callback URL. */
  callbackToken(depositId: string): Promise<string>;
  /** True when a path segment is the callback token of a deposit. Constant time. */
  isCallbackToken(depositId: string, token: string): Promise<boolean>;
  /** True when a path segment is the issuer's webhook token. Constant time. */
  isIssuerToken(token: string): Promise<boolean>;
  /** Encrypts a list's cursor so that it cannot be forged or used with another list. */
  encryptCursor(list: string, cursor: string): Promise<string>;
  /** Decrypts a cursor; undefined when it is not one of this list. */
  decryptCursor(list: string, encrypted: string): Promise<string | undefined>;
}
