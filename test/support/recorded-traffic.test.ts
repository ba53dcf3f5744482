import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { partOf } from '#bin/check/parts.ts';
import { recordTraffic } from './recorded-traffic.ts';

const project = 'no-project';
const share = (index: number) => {
  const folder = recordTraffic(project, { index, count: 3 });
  mkdirSync(folder, { recursive: true });
  return folder;
};

afterEach(vi.unstubAllEnvs);

describe('the records of a project', () => {
  it('are kept by a second try of some files, and removed by a new run of all', () => {
    vi.stubEnv('RECORD_API', undefined);
    const shares = [share(1), share(2), share(3)];
    expect(shares.map((folder) => existsSync(folder))).toEqual([true, true, true]);
    const { env } = partOf('site-1', tmpdir(), 1).secondTry?.(['a.test.ts']) ?? {};
    for (const [name, value] of Object.entries(env ?? {})) vi.stubEnv(name, value);
    const own = recordTraffic(project);
    mkdirSync(own, { recursive: true });
    recordTraffic(project);
    expect([...shares, own].map((folder) => existsSync(folder))).toEqual([true, true, true, true]);
    vi.stubEnv('SECOND_TRY', undefined);
    recordTraffic(project);
    expect([...shares, own].map((folder) => existsSync(folder))).toEqual([false, false, false, false]);
  });
});
