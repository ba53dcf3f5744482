/** Hexadecimal addresses (EVM) and bech32 ones (Bitcoin, Litecoin): their letters mean the same in either case. */
const caseless = [/^0x[\da-f]+$/i, /^(?:bc|ltc)1[02-9ac-hj-np-z]{6,87}$/i];

/**
 * Returns the form in which an address is stored and compared: lower case where its kind has no case, else as it is
 * written. The mixed case of an EVM address is only a checksum.
 */
export function addressForm(address: string): string {
  return caseless.some((pattern) => pattern.test(address)) ? address.toLowerCase() : address;
}
