import { readFloat } from '#functions/domain/float/read-float.ts';
import { scheduledJob } from '#functions/runtime/scheduled-job.ts';

/** Reads our float at the issuer: for the breaker of loads and new cards, for the alarms and for the staff. */
export const handler = scheduledJob('read-float', (services) => {
  const { floatFloorCents } = services.settings;
  if (floatFloorCents === undefined) throw new Error('the floor of the float is not set');
  return readFloat(services, floatFloorCents);
});
