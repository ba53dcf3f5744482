import { describeAudit } from '#functions/domain/admin/describe-audit.ts';
import { listAudit } from '#functions/domain/admin/list-audit.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';
import { openPage, pageAnswer } from '#functions/runtime/list-page.ts';

/** The audit log, newest first; the records that the filters want. */
export const handler = readEndpoint('admin.audit', {
  find: async ({ query }, services) => {
    const { actor: actorId, subject: subjectId, kind } = query;
    const asked = Object.entries({ actor: actorId, subject: subjectId, kind }).filter(
      ([, value]) => value !== undefined,
    );
    const list = `admin.audit:${JSON.stringify(asked)}`;
    const page = await listAudit(services.store, { actorId, subjectId, kind }, await openPage(services, list, query));
    return { list, asked: Object.fromEntries(asked) as Record<string, string>, page };
  },
  answer: ({ list, asked, page }, { query }, services) =>
    pageAnswer(services, list, {
      path: '/api/admin/audit',
      query: asked,
      limit: query.limit,
      page,
      describe: describeAudit,
    }),
});
