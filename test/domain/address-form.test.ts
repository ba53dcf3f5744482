import { describe, expect, it } from 'vitest';
import { addressForm } from '#functions/domain/address-form.ts';

describe('The form of an address', () => {
  it.each([
    ['EVM', '0xAbCdEf0123456789aBcDeF0123456789abCDef01', '0xabcdef0123456789abcdef0123456789abcdef01'],
    ['Bitcoin, bech32', 'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
    ['Litecoin, bech32', 'LTC1QAR0SRRR7XFKVY5L643LYDNW9RE59GT', 'ltc1qar0srrr7xfkvy5l643lydnw9re59gt'],
  ])('is in lower case for %s', (_kind, address, form) => {
    expect(addressForm(address)).toBe(form);
    expect(addressForm(form)).toBe(form);
  });

  it.each([
    ['TRON', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'],
    ['Bitcoin, base58', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
    ['Solana', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'],
    ['TON', 'EQBvW8Z5huBkMJYdnfAEM5JqTNkuWX3diqYENkWsIL0XggGG'],
    ['an unknown kind', 'Xbc1qar0s'],
  ])('keeps the letter case for %s', (_kind, address) => {
    expect(addressForm(address)).toBe(address);
  });
});
