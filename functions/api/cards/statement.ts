import { statementRoutes } from '#shared/contract/statements.ts';
import { visibleCard } from '#functions/domain/cards/visible-card.ts';
import { describeStatement, statementFile } from '#functions/domain/statements/describe-statement.ts';
import { readCardStatement, readPeriod, readRecent } from '#functions/domain/statements/read-statement.ts';
import { answer } from '#functions/runtime/answer.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Returns the booked lines of a card in a period, with the running balance; also for a deleted card. */
export const handler = readEndpoint(statementRoutes, 'cards.statement', {
  find: async ({ userId, params, query }, { store }) => {
    const period = readPeriod(query);
    const [found, recent] = await Promise.all([
      store.get('card', { userId, cardId: params.id }),
      readRecent(store, params.id),
    ]);
    return readCardStatement(store, visibleCard(found), period, recent);
  },
  answer: async (found, { query }) =>
    answer(describeStatement(found), query.format === 'csv' ? { csv: statementFile(found, 'card') } : {}),
});
