/** Parts of the platform that staff can switch off. */
export const switchNames = ['signUp', 'deposits', 'cardCreation', 'load', 'withdrawal', 'referrals'] as const;

/** A part of the platform that staff can switch off. */
export type SwitchName = (typeof switchNames)[number];
