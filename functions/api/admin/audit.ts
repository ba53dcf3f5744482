import { auditRoutes } from '#shared/contract/audit.ts';
import { addressesOf } from '#functions/domain/admin/addresses-of.ts';
import { describeAudit } from '#functions/domain/admin/describe-audit.ts';
import { inWords, listAudit } from '#functions/domain/admin/list-audit.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';
import { openPage, pageAnswer } from '#functions/runtime/list-page.ts';

/** Lists the records of the audit log that fit the filters, newest first. */
export const handler = readEndpoint(auditRoutes, 'admin.audit', {
  find: async ({ query }, services) => {
    const { actor: actorId, subject: subjectId, kind } = query;
    const asked = Object.entries({ actor: actorId, subject: subjectId, kind }).filter(
      ([, value]) => value !== undefined,
    );
    const list = `admin.audit:${JSON.stringify(asked)}`;
    const page = await listAudit(services.store, { actorId, subjectId, kind }, await openPage(services, list, query));
    const [items, addresses] = await Promise.all([
      inWords(services.store, page.items),
      addressesOf(
        services.store,
        page.items.flatMap((record) => [record.actorId, record.subjectId]),
      ),
    ]);
    return { list, asked: Object.fromEntries(asked) as Record<string, string>, page: { ...page, items }, addresses };
  },
  answer: ({ list, asked, page, addresses }, { query }, services) =>
    pageAnswer(services, list, {
      path: '/api/admin/audit',
      query: asked,
      limit: query.limit,
      page,
      describe: (record) => describeAudit(record, addresses),
    }),
});
