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
} as const;

/** Maximum number of referrers above a new person whose referrals are looked at: a ring of single links is short. */
export const ringLevels = 3;

/** Maximum number of the newest referrals of each of them. */
export const ringWidth = 25;
