import { caseRoutes } from '#shared/contract/cases.ts';
import { describeWholeForStaff } from '#functions/domain/cases/read-case.ts';
import { answerCase } from '#functions/domain/cases/write-to-case.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Adds an answer of staff to a case. */
export const handler = endpoint(caseRoutes, 'admin.answer-case', async ({ caller, params, body }, services) => {
  const answered = await answerCase(services, { actorId: caller.user.userId, caseId: params.id, ...body });
  return describeWholeForStaff(services.store, answered);
});
