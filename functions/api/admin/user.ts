import { readUserStatistics } from '#functions/domain/statistics/read-user-statistics.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** One person with their figures. */
export const handler = endpoint('admin.user', ({ params }, services) => readUserStatistics(services, params.id));
