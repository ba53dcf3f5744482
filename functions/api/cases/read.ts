import { caseRoutes } from '#shared/contract/cases.ts';
import { describeWithMessages, ownCase } from '#functions/domain/cases/read-case.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Returns one case of the caller with its messages. */
export const handler = readEndpoint(caseRoutes, 'cases.read', {
  find: async ({ params: { id: caseId }, userId }, { store }) => {
    const [found, messages] = await Promise.all([ownCase(store, { userId, caseId }), store.listCaseMessages(caseId)]);
    return describeWithMessages(store, found, messages);
  },
  answer: async (found) => found,
});
