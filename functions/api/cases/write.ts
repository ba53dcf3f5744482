import { caseRoutes } from '#shared/contract/cases.ts';
import { describeWithMessages } from '#functions/domain/cases/read-case.ts';
import { writeToCase } from '#functions/domain/cases/write-to-case.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Adds a message of the cardholder to a case. */
export const handler = endpoint(caseRoutes, 'cases.write', async ({ caller, params, body }, services) => {
  const written = await writeToCase(services, { userId: caller.user.userId, caseId: params.id, text: body.text });
  return describeWithMessages(services.store, written);
});
