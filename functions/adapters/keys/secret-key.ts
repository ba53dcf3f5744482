/** The fields of a secret, as Secrets Manager holds them. */
export type SecretFields = Readonly<Record<string, string>>;

const shortestKeyBytes = 32;

/** A base64url field as key bytes. Throws when it is missing or shorter than 256 bits; the message never quotes it. */
export function keyBytes(fields: SecretFields, name: string): Buffer {
  const key = Buffer.from(fields[name] ?? '', 'base64url');
  if (key.length < shortestKeyBytes) throw new Error(`the secret's ${name} is missing or shorter than 256 bits`);
  return key;
}

/**
 * A key and, while it is being rotated, the one before it: `<name>Before` is still accepted and no longer used to sign.
 */
export function keyRing(fields: SecretFields, name: string): readonly [Buffer, ...Buffer[]] {
  const before = `${name}Before`;
  return fields[before] ? [keyBytes(fields, name), keyBytes(fields, before)] : [keyBytes(fields, name)];
}
