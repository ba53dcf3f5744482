import { settingsRoutes } from '#shared/contract/settings.ts';
import { changeSettings } from '#functions/domain/steering/change-settings.ts';
import { describeSettings } from '#functions/domain/steering/describe-settings.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Changes the switches, the prices to come and the announcement, if nobody else has meanwhile. */
export const handler = endpoint(settingsRoutes, 'admin.change-settings', async ({ caller, body }, services) => {
  const { version, switches, coinsOff, restrictedCountries, prices, announcement, reason } = body;
  const untilMs = announcement?.until == null ? undefined : Date.parse(announcement.until);
  const settings = await changeSettings(services, {
    actorId: caller.user.userId,
    readVersion: version,
    values: {
      switches,
      coinsOff: [...new Set(coinsOff)].toSorted(),
      ...(restrictedCountries && { restrictedCountries: [...new Set(restrictedCountries)].toSorted() }),
      announcement: announcement ? { text: announcement.text, untilMs } : undefined,
    },
    prices: prices?.map(({ from, version: number, ...each }) => ({
      ...each,
      version: number,
      fromMs: Date.parse(from),
    })),
    reason,
  });
  return describeSettings(services.store, settings);
});
