import { handler } from '#functions/api/admin/close-case.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { reported } from '#test/support/report-world.ts';

const body = { reason: 'Solved.' };

endpointSuite('admin.close-case', {
  handler,
  good: async ({ world, user }) => ({ params: { id: (await reported(world, user)).opened.caseId }, body }),
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.case }, body }),
  },
  badBodies: [
    ['reason', { reason: ' ' }],
    ['reason', { reason: '4111 1111 1111 1111' }],
  ],
});
