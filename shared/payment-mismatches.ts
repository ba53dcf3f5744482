/**
 * Differences between a payment and its invoice that an admin may accept by name. A payment under another reference is
 * another person's, and our formula cannot value one that is not in USD.
 */
export const acceptableMismatches = ['payment_id', 'invoice_amount', 'coin', 'payer_amount', 'address'] as const;
