import { floatRoutes } from '#shared/contract/float.ts';
import { readFloatReport } from '#functions/domain/float/read-float-report.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Reports our float at the card issuer: the last reading, its runway, the breaker and seven days by the hour. */
export const handler = readEndpoint(floatRoutes, 'admin.float', {
  find: (_request, services) => readFloatReport(services),
  answer: async (report) => report,
});
