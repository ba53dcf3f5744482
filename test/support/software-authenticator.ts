import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { GivenAssertion, GivenAttestation } from '#functions/domain/auth/factors/webauthn.ts';

/** Faults of an authenticator. */
export type Mishap = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly isVerified?: boolean;
  readonly crossOrigin?: boolean;
  readonly signCount?: number;
  readonly type?: string;
};

/** The options of a request, as far as an authenticator reads them. */
type Options = { readonly challenge: string };

/** An authenticator with one passkey, written from the WebAuthn specification with node:crypto. */
export type SoftwareAuthenticator = {
  make(options: Options & { readonly user: { readonly id: string } }, mishap?: Mishap): GivenAttestation;
  use(options: Options, mishap?: Mishap): GivenAssertion;
};

/** Makes an authenticator that counts its uses and holds an ES256 key. */
export function softwareAuthenticator(site: { readonly origin: string; readonly rpId: string }): SoftwareAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let uses = 0;
  let userHandle = '';
  const flagsOf = ({ isVerified = true }: Mishap): number => 0x01 | (isVerified ? 0x04 : 0);
  const clientData = (type: string, { challenge }: Options, mishap: Mishap): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: mishap.type ?? type,
        challenge,
        origin: mishap.origin ?? site.origin,
        crossOrigin: mishap.crossOrigin ?? false,
      }),
    );
  const head = (flags: number, mishap: Mishap): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(mishap.signCount ?? uses);
    const rpIdHash = createHash('sha256')
      .update(mishap.rpId ?? site.rpId)
      .digest();
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count]);
  };
  return {
    make: (options, mishap = {}) => {
      userHandle = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)]);
      const authData = Buffer.concat([head(flagsOf(mishap) | 0x40, mishap), attested]);
      // { "fmt": "none", "attStmt": {}, "authData": … } in CBOR.
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authData),
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', options, mishap).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    use: (options, mishap = {}) => {
      uses += 1;
      const authData = head(flagsOf(mishap), mishap);
      const data = clientData('webauthn.get', options, mishap);
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle,
        },
      };
    },
  };
}

/** An ES256 key in COSE: { 1: 2, 3: -7, -1: 1, -2: x, -3: y }. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const coordinate = (text: string): Buffer => cborBytes(Buffer.from(text, 'base64url'));
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    coordinate(x),
    Buffer.from([0x22]),
    coordinate(y),
  ]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  const head = bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.concat([Buffer.from(head), bytes]);
}
