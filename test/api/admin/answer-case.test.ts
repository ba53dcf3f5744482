import { handler } from '#functions/api/admin/answer-case.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { reported } from '#test/support/report-world.ts';

const body = { text: 'We asked.' };

endpointSuite('admin.answer-case', {
  handler,
  good: async ({ world, user }) => ({ params: { id: (await reported(world, user)).opened.caseId }, body }),
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.case }, body }),
  },
  badBodies: [
    ['text', { text: ' ' }],
    ['text', { text: '4111 1111 1111 1111' }],
  ],
});
