import { readUserStats } from '#functions/domain/figures/read-user-stats.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** One person with their figures. */
export const handler = endpoint('admin.user', ({ params }, services) => readUserStats(services, params.id));
