import { readDashboard } from '#functions/domain/figures/read-dashboard.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** The platform's figures. */
export const handler = endpoint('admin.dashboard', (_request, services) => readDashboard(services));
