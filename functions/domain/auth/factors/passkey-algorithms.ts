/** COSE algorithms of the passkeys that we take, best first: EdDSA, ES256, RS256. */
export const passkeyAlgorithms = [-8, -7, -257];
