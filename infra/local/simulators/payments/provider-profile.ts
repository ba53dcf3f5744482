/** The two sister providers that speak this protocol. */
export type ProfileName = 'cryptomus' | 'heleket';

/** Where the two providers differ on the wire. */
export type ProviderProfile = {
  name: ProfileName;
  /** Versions of `/payment/resend` that exist; the others answer 404. */
  resendVersions: readonly ('v1' | 'v2')[];
  /** The key `POST /v1/payment/refund` must be signed with. */
  refundKey: 'payment' | 'payout';
  /** True when a refund may name an `amount` below what was paid. */
  allowsPartialRefund: boolean;
  /** True when `POST /v1/payment/aml-links` exists. */
  hasAmlLinks: boolean;
  /** True when exchange-rate rows carry `source`. */
  namesRateSource: boolean;
};

/** Heleket is the default: its published list of coins and networks is the product catalogue, pair by pair. */
export const defaultProfile: ProfileName = 'heleket';

export const profiles: Readonly<Record<ProfileName, ProviderProfile>> = {
  cryptomus: {
    name: 'cryptomus',
    resendVersions: ['v1', 'v2'],
    refundKey: 'payment',
    allowsPartialRefund: false,
    hasAmlLinks: false,
    namesRateSource: false,
  },
  heleket: {
    name: 'heleket',
    resendVersions: ['v1'],
    refundKey: 'payout',
    allowsPartialRefund: true,
    hasAmlLinks: true,
    namesRateSource: true,
  },
};
