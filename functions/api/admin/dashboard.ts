import { adminRoutes } from '#shared/contract/admin.ts';
import { readDashboard } from '#functions/domain/statistics/read-dashboard.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Returns the platform's statistics. */
export const handler = readEndpoint(adminRoutes, 'admin.dashboard', {
  find: (_request, services) => readDashboard(services),
  answer: async (figures) => figures,
});
