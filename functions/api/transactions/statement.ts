import { statementRoutes } from '#shared/contract/statements.ts';
import { describeStatement, statementFile } from '#functions/domain/statements/describe-statement.ts';
import { readAccountStatement, readPeriod } from '#functions/domain/statements/read-statement.ts';
import { answer } from '#functions/runtime/answer.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Returns the booked lines of the caller's account in a period, with the running balance. */
export const handler = readEndpoint(statementRoutes, 'transactions.statement', {
  find: async ({ userId, query }, { store }) => readAccountStatement(store, userId, readPeriod(query)),
  answer: async (found, { query }) =>
    answer(describeStatement(found), query.format === 'csv' ? { csv: statementFile(found, 'account') } : {}),
});
