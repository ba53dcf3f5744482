/** Time at which people sign up and deposit: 2026-11-21, 09:00 UTC. Every story begins a day later. */
export const startMs = Date.UTC(2026, 10, 21, 9);
export const day = 24 * 60 * 60_000;

/** The part of our float that no load or new card may use, in cents. */
export const floatFloorCents = 100_000;

/** Time at which the second prices of a story begin: after two minutes, because few stories order anything later. */
export const secondPricesFromMs = startMs + day + 2 * 60_000;

/** Time at which the lower limits begin: soon, because most loads of a story are requested in its first minutes. */
export const lowerLimitsFromMs = startMs + day + 20_000;
