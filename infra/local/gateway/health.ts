import { connect } from 'node:net';

import type { PartState } from './settings.ts';

/** The body of `GET /health`. */
export type HealthReport = {
  readonly ok: boolean;
  readonly parts: Readonly<Record<string, PartHealth>>;
  readonly workers: number;
};

type PartHealth = {
  readonly state: 'up' | 'down' | 'restarting';
  readonly pid?: number;
  readonly restarts: number;
};

/** Asks every part whether it takes connections now, and adds what the supervisor knows about its process. */
export async function checkHealth(
  addresses: Readonly<Record<string, string>>,
  parts: readonly PartState[],
  workers: number,
): Promise<HealthReport> {
  const states = await Promise.all(
    Object.entries(addresses).map(async ([name, url]): Promise<[string, PartHealth]> => {
      const part = parts.find((candidate) => candidate.name === name);
      const answers = await acceptsConnections(url);
      const down = part?.state === 'restarting' ? 'restarting' : 'down';
      return [
        name,
        {
          state: answers ? 'up' : down,
          ...(part?.pid !== undefined && { pid: part.pid }),
          restarts: part?.restarts ?? 0,
        },
      ];
    }),
  );
  return { ok: states.every(([, { state }]) => state === 'up'), parts: Object.fromEntries(states), workers };
}

async function acceptsConnections(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), timeout: 1_000 });
    const settle = (answers: boolean) => {
      socket.destroy();
      resolve(answers);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
  });
}
