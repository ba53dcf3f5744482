import { auditRoutes } from '#shared/contract/audit.ts';
import { describeSecurityEvent } from '#functions/domain/admin/describe-audit.ts';
import { listSecurityLog } from '#functions/domain/admin/list-audit.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';
import { openPage, pageAnswer } from '#functions/runtime/list-page.ts';

const list = 'user.security-log';

/** Lists the security events of the caller's account, newest first. */
export const handler = readEndpoint(auditRoutes, list, {
  find: async ({ query, userId }, services) =>
    listSecurityLog(services.store, userId, await openPage(services, list, query)),
  answer: (page, { query }, services) =>
    pageAnswer(services, list, {
      path: '/api/user/security/log',
      limit: query.limit,
      page,
      describe: describeSecurityEvent,
    }),
});
