import { dataExportRoutes } from '#shared/contract/data-export.ts';
import { assertExportToken } from '#functions/domain/data-export/export-link.ts';
import { readExport } from '#functions/domain/data-export/read-export.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import { openPage } from '#functions/runtime/list-page.ts';

/** Returns one page of the caller's data, for the token of the mailed link. */
export const handler = endpoint(dataExportRoutes, 'user.export-read', async ({ caller, body }, services) => {
  const { userId } = caller.user;
  await assertExportToken(services, userId, body.token);
  const list = `user.export-read:${userId}`;
  const { cursor } = await openPage(services, list, { limit: 1, cursor: body.cursor });
  const page = await readExport(services, caller, cursor);
  return {
    parts: page.items.map(({ part, items }) => ({ part, items: items.map((item) => ({ ...item })) })),
    cursor: page.cursor === undefined ? null : await services.keys.encryptCursor(list, page.cursor),
  };
});
