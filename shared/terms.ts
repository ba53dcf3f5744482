/**
 * The present version of the terms, which is the date of their last change as ISO 8601. Set it with every change of their
 * text: everybody who accepted another version is asked again.
 */
export const termsVersion = '2026-11-29';

/** The version that accounts without a stored version have accepted. */
export const firstTermsVersion = '2026-11-22';
