import { settingsRoutes } from '#shared/contract/settings.ts';
import { describeSettings } from '#functions/domain/steering/describe-settings.ts';
import { settingsRef } from '#functions/domain/steering/read-steering.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Reports the switches and the announcement, with the versions before. */
export const handler = readEndpoint(settingsRoutes, 'admin.settings', {
  find: (_request, { store }) => store.get(settingsRef.kind, settingsRef.key),
  answer: (settings, _request, { store }) => describeSettings(store, settings),
});
