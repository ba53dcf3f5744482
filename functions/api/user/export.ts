import { dataExportRoutes } from '#shared/contract/data-export.ts';
import { requestExport } from '#functions/domain/data-export/request-export.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Mails the caller the link to their data. */
export const handler = endpoint(dataExportRoutes, 'user.export', async ({ caller }, services) => {
  const { expiresAtMs } = await requestExport(services, caller.user);
  return { expiresAt: new Date(expiresAtMs).toISOString() };
});
