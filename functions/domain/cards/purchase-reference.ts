/** Returns the reference of the purchase that a reference belongs to: the issuer names what gives it back after it. */
export function purchaseReferenceOf(reference: string): string {
  return reference.replace(/_REVERSAL.*$/, '');
}
