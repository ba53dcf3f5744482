import type { HolderDefaults } from './bridgecard/holder-calls.ts';

/**
 * What the issuer is told of every cardholder beside name and e-mail. The product asks for neither address nor telephone
 * number, so the program registers its holders at its own address; a program without identity checks allows that
 * (providers/issuer.md section 1.4 lists the fields as required).
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
