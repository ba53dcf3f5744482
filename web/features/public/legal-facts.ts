/** The company that offers the service. A placeholder for the operator's registered name and address. */
export const company = {
  name: 'Satchel Example, Inc.',
  address: '1 Example Street, Wilmington, DE 19801, USA',
} as const;

/** Date of the last change to the privacy policy, as ISO 8601: set it with every change of its text. */
export const legalUpdatedOn = '2026-11-29';
