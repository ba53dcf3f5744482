import { reportRoutes } from '#shared/contract/reports.ts';
import { describeReport, reportFile } from '#functions/domain/reports/describe-report.ts';
import { readReport } from '#functions/domain/reports/read-report.ts';
import { answer } from '#functions/runtime/answer.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Reports one day of the books with its comparison with both providers. */
export const handler = readEndpoint(reportRoutes, 'admin.daily-report', {
  find: ({ query }, { store, clock }) => readReport(store, query.day, clock.now()),
  answer: async (found, { query }) => {
    const report = describeReport(found);
    return answer(report, query.format === 'csv' ? { csv: reportFile(report) } : {});
  },
});
