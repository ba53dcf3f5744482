import { settingsRoutes } from '#shared/contract/settings.ts';
import { changeSettings } from '#functions/domain/steering/change-settings.ts';
import { describeSettings } from '#functions/domain/steering/describe-settings.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/**
 * Changes the switches, the planned prices and limits and the announcement, unless another admin has changed them
 * meanwhile.
 */
export const handler = endpoint(settingsRoutes, 'admin.change-settings', async ({ caller, body }, services) => {
  const { version, switches, coinsOff, restrictedCountries, prices, limits, announcement, reason } = body;
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
    prices: prices?.map(asked),
    limits: limits?.map(asked),
    reason,
  });
  return describeSettings(services.store, settings);
});

/** Converts prices or limits of the request to the form that the domain takes. */
function asked<V extends { readonly from: string; readonly version?: number | undefined }>({
  from,
  version,
  ...values
}: V) {
  return { ...values, version, fromMs: Date.parse(from) };
}
