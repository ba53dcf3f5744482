import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** A certificate for 127.0.0.1 and its key, both PEM. */
export type SelfSigned = { readonly cert: string; readonly key: string };

/** Makes a self-signed certificate, valid from an hour ago for two hours, so that no key has to be stored. */
export function selfSigned(): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = sequence(set(sequence(objectId(0x55, 0x04, 0x03), der(0x0c, Buffer.from('127.0.0.1')))));
  const at = (ms: number) =>
    der(0x17, Buffer.from(`${new Date(ms).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));
  const hourMs = 60 * 60_000;
  const ecdsaWithSha256 = sequence(objectId(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
  // subjectAltName: iPAddress 127.0.0.1
  const alternativeName = sequence(
    objectId(0x55, 0x1d, 0x11),
    der(0x04, sequence(der(0x87, Buffer.from([127, 0, 0, 1])))),
  );
  const toSign = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(at(Date.now() - hourMs), at(Date.now() + hourMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeName)),
  );
  const certificate = sequence(
    toSign,
    ecdsaWithSha256,
    der(0x03, Buffer.concat([Buffer.from([0]), sign(toSign, privateKey)])),
  );
  const body = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

function sign(bytes: Buffer, key: KeyObject): Buffer {
  return createSign('sha256').update(bytes).sign(key);
}

/** Encodes a value in DER: its tag, its length and its content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const lengthBytes = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function set(...parts: readonly Buffer[]): Buffer {
  return der(0x31, Buffer.concat(parts));
}

function objectId(...bytes: readonly number[]): Buffer {
  return der(0x06, Buffer.from(bytes));
}
