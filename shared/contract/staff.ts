/** Roles among the staff: `support` reads and helps, `finance` also decides about money, `admin` may do everything. */
export const staffRoles = ['support', 'finance', 'admin'] as const;

/** A role among the staff. */
export type StaffRole = (typeof staffRoles)[number];

/** Staff who may read: everybody with a role. */
export const readingStaff = ['support', 'finance', 'admin'] as const satisfies readonly StaffRole[];

/** Staff who may answer and close cases. */
export const helpingStaff = ['support', 'finance', 'admin'] as const satisfies readonly StaffRole[];

/** Staff who may change a person's rights and sign-in, and the settings of the platform. */
export const decidingStaff = ['admin'] as const satisfies readonly StaffRole[];

/** Staff who may decide about money. */
export const moneyStaff = ['finance', 'admin'] as const satisfies readonly StaffRole[];
