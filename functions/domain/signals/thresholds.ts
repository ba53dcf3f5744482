/**
 * From how many on a number is a signal. Each only holds rewards or asks a person to look, so each is set where looking
 * is worth the time: low enough to be cheap to get past only for a few, high enough to leave families and offices alone.
 */
export const thresholds = {
  /**
   * Minimum people of one chain of referrals who signed up from one network. Two or three are a household or friends on
   * a couch; a fourth earns the referrer $24 for a first card each.
   */
  ringPeople: 4,
  /**
   * Minimum accounts from one network on one day (UTC). Offices and mobile carriers share networks, but a shop for cards
   * has few customers there on one day; twenty referrals earn up to $120. Each further twenty are a signal again.
   */
  networkAccountsPerDay: 20,
  /**
   * Minimum withdrawals from cards in seven days that together bring back most of what was loaded. Each round costs its
   * fees and buys nothing, so a customer who changes plans does it once or twice.
   */
  cycleWithdrawals: 5,
  /** Minimum share of what was loaded in these days that came back, in percent. */
  cycleReturnedPercent: 80,
  /**
   * Minimum purchases at one merchant on one day that were declined for something else than an empty or frozen card.
   * Fewer are people who mistype; stolen card numbers are tried by the dozen.
   */
  merchantDeclinesPerDay: 20,
  /** Minimum share of all purchases at the merchant on that day that these are, in percent. */
  merchantDeclinesPercent: 50,
} as const;

/** Maximum number of referrers above a new person whose referrals are looked at: a ring of single links is short. */
export const ringLevels = 3;

/** Maximum number of the newest referrals of each of them. */
export const ringWidth = 25;
