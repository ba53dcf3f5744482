import { statusRoutes } from '#shared/contract/status.ts';
import { readStatus } from '#functions/domain/steering/read-status.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Reports the state of the platform to everybody. */
export const handler = endpoint(statusRoutes, 'status.read', (_request, services) => readStatus(services));
