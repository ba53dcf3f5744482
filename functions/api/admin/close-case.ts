import { caseRoutes } from '#shared/contract/cases.ts';
import { describeWholeForStaff } from '#functions/domain/cases/read-case.ts';
import { closeCase } from '#functions/domain/cases/write-to-case.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Closes a case for a reason that its cardholder reads. */
export const handler = endpoint(caseRoutes, 'admin.close-case', async ({ caller, params, body }, services) => {
  const closed = await closeCase(services, { actorId: caller.user.userId, caseId: params.id, ...body });
  return describeWholeForStaff(services.store, closed);
});
