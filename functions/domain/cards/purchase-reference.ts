/**
 * Returns the reference of the purchase that a reference belongs to: the issuer names a reversal after its purchase.
 */
export function purchaseReferenceOf(reference: string): string {
  return reference.replace(/_REVERSAL.*$/, '');
}
