import { caseRoutes } from '#shared/contract/cases.ts';
import { describeWholeForStaff, foreignCase } from '#functions/domain/cases/read-case.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Returns one case with its messages and their authors. */
export const handler = readEndpoint(caseRoutes, 'admin.case', {
  find: async ({ params: { id: caseId }, userId: actorId }, { store }) => {
    const [found, messages] = await Promise.all([
      foreignCase(store, { actorId, caseId }),
      store.listCaseMessages(caseId),
    ]);
    return describeWholeForStaff(store, found, messages);
  },
  answer: async (found) => found,
});
