import type { CardholderDefaults } from './bridgecard/cardholder-calls.ts';

/**
 * The data that every cardholder is registered with beside name and email. The product asks people for neither an
 * address nor a phone number. The issuer requires both fields, and a program without identity checks may fill in its
 * own.
 */
export const program: CardholderDefaults = {
  phone: '+13025550100',
  address: {
    street: 'Example Road',
    houseNumber: '1',
    city: 'Newark',
    state: 'Delaware',
    country: 'United States',
    postalCode: '19702',
  },
};
