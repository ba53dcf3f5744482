import type { HolderDefaults } from './bridgecard/holder-calls.ts';

/**
 * What the issuer is told of every cardholder beside name and e-mail. The product asks for neither address nor telephone
 * number, so the program registers its holders at its own address: the issuer requires these fields, and a program
 * without identity checks may fill them so.
 */
export const program: HolderDefaults = {
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
