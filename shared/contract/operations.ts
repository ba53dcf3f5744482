import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { Operation } from './cards.ts';
import { defineRoutes } from './route.ts';

export const operationRoutes = defineRoutes({
  'operations.read': {
    method: 'GET',
    path: '/operations/{id}',
    access: 'user',
    summary: 'How a load, withdrawal, creation or deletion that was answered with 202 stands.',
    params: z.strictObject({ id: idSchema('operation') }),
    reply: Operation,
    status: 200,
    errors: ['NotFound'],
  },
});
