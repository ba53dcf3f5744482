import { handler } from '#functions/api/cases/read.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { reported } from '#test/support/report-world.ts';

endpointSuite('cases.read', {
  handler,
  good: async ({ world, user }) => ({ params: { id: (await reported(world, user)).opened.caseId } }),
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.case } }),
  },
});
