import { catchUpCards } from '#functions/domain/cards/catch-up-cards.ts';
import { scheduledJob } from '#functions/runtime/scheduled-job.ts';

/** Reads cards at the issuer for purchases whose webhooks were lost. */
export const handler = scheduledJob('catch-up-cards', catchUpCards);
