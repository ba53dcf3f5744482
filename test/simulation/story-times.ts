/** 21 November 2026, 09:00 UTC: people sign up and deposit. Every story begins a day later. */
export const startMs = Date.UTC(2026, 10, 21, 9);
export const day = 24 * 60 * 60_000;

/** The beginning of the second prices of a story, in the middle of it. */
export const secondPricesFromMs = startMs + day + 30 * 60_000;

/** The beginning of its lower limits: soon, because most loads of a story are asked for in its first minutes. */
export const lowerLimitsFromMs = startMs + day + 20_000;
