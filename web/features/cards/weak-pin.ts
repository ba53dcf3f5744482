/** Says why a 3DS code is easy to guess; undefined when it is not. It is a warning, not a refusal. */
export function weakPinWords(pin: string): string | undefined {
  if (!/^\d{4}$/.test(pin)) return undefined;
  if (/^(\d)\1{3}$/.test(pin)) return 'The same digit four times is easy to guess. Choose a different one.';
  if ('0123456789'.includes(pin) || '9876543210'.includes(pin)) {
    return 'Digits in a row are easy to guess. Choose a different one.';
  }
  return /^(19|20)\d\d$/.test(pin) ? 'A year is easy to guess. Choose a different one.' : undefined;
}
