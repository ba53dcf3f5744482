import { handler } from '#functions/api/cases/write.ts';
import { update } from '#functions/ports/store.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { reported } from '#test/support/report-world.ts';
import { samples } from '#test/support/sample-entities.ts';

const body = { text: 'Any news?' };

endpointSuite('cases.write', {
  handler,
  good: async ({ world, user }) => ({ params: { id: (await reported(world, user)).opened.caseId }, body }),
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.case }, body }),
    TooManyCases: async ({ world, user }) => {
      const { card, opened } = await reported(world, user);
      await world.store.commit([
        update('case', opened, { state: 'closed' }),
        update('openCases', (await world.store.get('openCases', user)) ?? samples.openCases, {
          open: Array.from({ length: 10 }, (_, index) => ({
            caseId: `cas_${index}` as const,
            cardId: card.cardId,
            lineNumber: 100 + index,
            references: [],
          })),
        }),
      ]);
      return { params: { id: opened.caseId }, body };
    },
  },
  badBodies: [
    ['text', { text: ' ' }],
    ['text', { text: '4111 1111 1111 1111' }],
  ],
});
