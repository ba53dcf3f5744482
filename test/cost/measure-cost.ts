import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { routeIds, routes, type Route, type RouteId } from '#shared/contract/index.ts';
import type { EndpointHandler } from '#functions/runtime/endpoint.ts';
import type { JobHandler } from '#functions/runtime/scheduled-job.ts';
import { callEndpoint } from '#test/support/call-endpoint.ts';
import { cookiesOf } from '#test/support/signed-in.ts';
import { openCostStage } from './cost-stage.ts';
import { jobScenarios, type JobName } from './job-scenarios.ts';
import type { Consumed } from './metered-client.ts';
import { routeScenarios, type PrepareRequest } from './route-scenarios.ts';
import { workerScenarios, type WorkerName } from './worker-scenarios.ts';

/** The cost of one piece of work. */
export type Cost = Consumed & {
  /** Route, job or worker: `cards.load`, `job.reconcile`, `worker.aggregates`. */
  readonly id: string;
  /** The variant, where there is more than one; else ''. */
  readonly variant: string;
};

const functions = path.resolve(import.meta.dirname, '../../functions');

/** Runs every route, job and worker once on a platform with this many people, and returns the cost of each. */
export async function measureCosts(people: number): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (const id of routeIds) {
    for (const [variant, prepare] of Object.entries<PrepareRequest>(routeScenarios[id]))
      costs.push(...(await measureRoute(id, variant, prepare, people)));
  }
  for (const name of Object.keys(workerScenarios) as WorkerName[]) {
    for (const [variant, run] of Object.entries(workerScenarios[name])) {
      const stage = await openCostStage(people);
      const work = await run(stage);
      stage.meter.reset();
      await work();
      costs.push({ id: `worker.${name}`, variant, ...stage.meter.consumed });
    }
  }
  for (const name of Object.keys(jobScenarios) as JobName[]) costs.push(...(await measureJob(name, people)));
  return costs;
}

/** Runs a job once in each of its variants. */
export async function measureJob(name: JobName, people: number): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (const [variant, prepare] of Object.entries(jobScenarios[name])) {
    const stage = await openCostStage(people);
    await prepare(stage);
    const handler = await handlerIn<JobHandler>(`jobs/${name}.ts`);
    stage.meter.reset();
    await handler.using(stage.services)();
    costs.push({ id: `job.${name}`, variant, ...stage.meter.consumed });
  }
  return costs;
}

/** Measures a request, and on money routes also its repetition with the same key. */
async function measureRoute(id: RouteId, variant: string, prepare: PrepareRequest, people: number): Promise<Cost[]> {
  const route: Route = routes[id];
  const stage = await openCostStage(people);
  const { services, user, admin, meter } = stage;
  const request = await prepare(stage);
  const cookies = route.access === 'public' ? {} : await cookiesOf(services, route.access === 'admin' ? admin : user);
  const handler = await handlerIn<EndpointHandler>(`api/${id.replace('.', '/')}.ts`);
  const costs: Cost[] = [];
  for (const sent of route.money ? [variant, 'repeated with its key'] : [variant]) {
    meter.reset();
    const answer = await callEndpoint(handler, services, {
      ...request,
      cookies: { ...cookies, ...request.cookies },
      headers: { ...(route.money ? { 'idempotency-key': 'a-key-of-its-own' } : {}), ...request.headers },
    });
    if (answer.status >= 300) throw new Error(`${id}: ${answer.status} ${JSON.stringify(answer.body)}`);
    costs.push({ id, variant: sent, ...meter.consumed });
  }
  return costs;
}

async function handlerIn<T>(file: string): Promise<T> {
  const address = pathToFileURL(path.join(functions, file)).href;
  return ((await import(/* @vite-ignore */ address)) as { handler: T }).handler;
}
