import { describe, expect, test } from 'vitest';

import { deployStage } from '#bin/deploy/deploy-stage.ts';
import { CommandFailure } from '#bin/command-line/run-command.ts';
import { createBench } from './deployment-bench.ts';
import type { Bench } from './deployment-bench.ts';

const done = (bench: Bench): readonly string[] =>
  bench.steps.filter((step) => !/^( |\d\/6 |Putting|Not healthy)/.test(step));
const markerOf = (bench: Bench, name: string): string =>
  /"marker":"(\w+)"/.exec(bench.deployed.get(`Satchel-prod-${name}`)?.template ?? '')?.[1] ?? 'none';

describe('a deployment', () => {
  test('goes through its six steps, says each, and ends with the address', async () => {
    const bench = createBench({});
    await deployStage(bench.needs, bench.wish);
    expect(done(bench)).toEqual(['synth', 'diff', 'deploy', 'prod is deployed: https://d111.cloudfront.net']);
    expect(bench.steps.filter((step) => /^\d\/6/.test(step)).map((step) => step.slice(0, 3))).toEqual([
      '1/6',
      '2/6',
      '3/6',
      '4/6',
      '5/6',
      '6/6',
    ]);
    expect(markerOf(bench, 'Functions')).toBe('new');
  });

  test('says what a person should know before it, and goes on', async () => {
    const bench = createBench({ cloud: { mailDomain: () => Promise.resolve('absent') } });
    await deployStage(bench.needs, { ...bench.wish, onlyDiff: true });
    expect(bench.steps).toContainEqual(expect.stringMatching(/^ {4}note: SES does not know /));
  });

  test('changes nothing when only the diff is requested, or when nobody confirms it', async () => {
    const looked = createBench({ wish: { onlyDiff: true } });
    await deployStage(looked.needs, looked.wish);
    expect(done(looked)).toEqual(['synth', 'diff']);
    const refused = createBench({});
    const needs = { ...refused.needs, confirm: () => Promise.resolve(false) };
    await expect(deployStage(needs, refused.wish)).rejects.toThrow('Nothing was deployed.');
    expect(done(refused)).toEqual(['synth', 'diff']);
  });

  test('stops before the diff when the preflight finds an obstacle', async () => {
    const bench = createBench({ cloud: { bootstrapVersion: () => Promise.resolve(undefined) } });
    const failure = deployStage(bench.needs, bench.wish);
    await expect(failure).rejects.toBeInstanceOf(CommandFailure);
    await expect(failure).rejects.toThrow('npx cdk bootstrap aws://123456789012/us-east-1');
    expect(done(bench)).toEqual(['synth']);
  });

  test('puts back the old templates when the CDK fails', async () => {
    const bench = createBench({
      toolkit: {
        deploy: () => {
          bench.deployed.set('Satchel-prod-Web', {
            status: 'UPDATE_COMPLETE',
            outputs: {},
            template: '{"Resources":{"Marker":{"Properties":{"marker":"new"}}}}',
          });
          return Promise.reject(new CommandFailure('cdk deploy failed: its own words are above.'));
        },
      },
    });
    await expect(deployStage(bench.needs, bench.wish)).rejects.toThrow(/cdk deploy failed.* Put back as before: /);
    expect(markerOf(bench, 'Web')).toBe('old');
  });

  test('is put back when a call is answered wrongly, the last stack first and never the data', async () => {
    const bench = createBench({});
    bench.broken.set('/api/user', 403);
    await expect(deployStage(bench.needs, bench.wish)).rejects.toThrow(
      'GET https://d111.cloudfront.net/api/user answered 403, not 401. Put back as before: Satchel-prod-Functions, Satchel-prod-Logs, Satchel-prod-Web.',
    );
    expect(['Data', 'Web', 'Logs', 'Functions'].map((name) => markerOf(bench, name))).toEqual([
      'new',
      'old',
      'old',
      'old',
    ]);
    // Edges get this long to learn of a deployment, and no longer.
    expect(bench.nowMs - 1_764_000_000_000).toBe(180_000);
  });

  test('is put back when its site has no address, and when the alarms cannot be read', async () => {
    const nameless = createBench({});
    const deploy = async (folder: string) => {
      await nameless.needs.toolkit.deploy(folder);
      const web = nameless.deployed.get('Satchel-prod-Web');
      if (web) nameless.deployed.set('Satchel-prod-Web', { ...web, outputs: {} });
    };
    const needs = { ...nameless.needs, toolkit: { ...nameless.needs.toolkit, deploy } };
    await expect(deployStage(needs, nameless.wish)).rejects.toThrow(
      /has no output DistributionDomain\. Put back as before: /,
    );
    expect(markerOf(nameless, 'Functions')).toBe('old');

    let looks = 0;
    const ringing = () => ((looks += 1) > 2 ? Promise.reject(new Error('Rate exceeded.')) : Promise.resolve([]));
    const deaf = createBench({ cloud: { ringing } });
    await expect(deployStage(deaf.needs, deaf.wish)).rejects.toThrow(/^Rate exceeded\. Put back as before: /);
    expect(markerOf(deaf, 'Functions')).toBe('old');
  });

  test('waits while the edges learn of it', async () => {
    const bench = createBench({});
    bench.broken.set('/', 503);
    const needs = {
      ...bench.needs,
      clock: {
        ...bench.needs.clock,
        sleep: (ms: number) => {
          bench.broken.delete('/');
          return bench.needs.clock.sleep(ms);
        },
      },
    };
    await deployStage(needs, bench.wish);
    expect(done(bench).at(-1)).toContain('is deployed');
  });

  test('is put back when an alarm begins to ring', async () => {
    const bench = createBench({});
    bench.alarms.push({ name: 'Satchel-prod-Api-errors', description: 'x infra/RUNBOOK.md#api-errors', fromLook: 5 });
    await expect(deployStage(bench.needs, bench.wish)).rejects.toThrow(
      'Satchel-prod-Api-errors rings. Put back as before',
    );
    expect(markerOf(bench, 'Functions')).toBe('old');
    // At the fourth look of the watch, half a minute after the third: people do not wait for the end of the watch.
    expect(bench.nowMs - 1_764_000_000_000).toBe(90_000);
  });

  test('stays while an alarm that it added has had no data yet, and is put back when an added alarm rings for an error', async () => {
    const bench = createBench({});
    const ring = (id: string, kind: string) =>
      bench.alarms.push({
        name: `Satchel-prod-Functions-${id}-1ABC`,
        description: `x infra/RUNBOOK.md#${kind}`,
        fromLook: 2,
      });
    ring('Silent', 'job-silent');
    await deployStage(bench.needs, bench.wish);
    expect(done(bench).at(-1)).toContain('is deployed');
    // The same alarm is not new in the next deployment.
    bench.alarms.length = 0;
    bench.alarms.push({
      name: 'Satchel-prod-Functions-Silent-1ABC',
      description: 'x infra/RUNBOOK.md#job-silent',
      fromLook: 30,
    });
    await expect(deployStage(bench.needs, bench.wish)).rejects.toThrow('Satchel-prod-Functions-Silent-1ABC rings.');
    const failing = createBench({});
    failing.alarms.push({
      name: 'Satchel-prod-Functions-Failing-1ABC',
      description: 'x infra/RUNBOOK.md#job-errors',
      fromLook: 2,
    });
    await expect(deployStage(failing.needs, failing.wish)).rejects.toThrow(
      'Satchel-prod-Functions-Failing-1ABC rings.',
    );
  });

  test('stays when alarms rang before it, are about the float, a provider or a backup, or ring too late', async () => {
    const bench = createBench({});
    bench.alarms.push(
      { name: 'old', description: 'x infra/RUNBOOK.md#job-errors', fromLook: 0 },
      { name: 'float', description: 'x infra/RUNBOOK.md#float-warning', fromLook: 3 },
      { name: 'away', description: 'x infra/RUNBOOK.md#provider-outage', fromLook: 3 },
      { name: 'night', description: 'x infra/RUNBOOK.md#backup-late', fromLook: 3 },
      { name: 'late', description: 'x infra/RUNBOOK.md#api-errors', fromLook: 24 },
    );
    await deployStage(bench.needs, bench.wish);
    expect(markerOf(bench, 'Functions')).toBe('new');
    expect(bench.nowMs - 1_764_000_000_000).toBe(600_000);
  });

  test('is watched for alarms also when it adds a stack', async () => {
    const bench = createBench({});
    bench.deployed.delete('Satchel-prod-Logs');
    bench.alarms.push({ name: 'Satchel-prod-Api-errors', description: 'x infra/RUNBOOK.md#api-errors', fromLook: 5 });
    await expect(deployStage(bench.needs, bench.wish)).rejects.toThrow(
      'rings. Put back as before: Satchel-prod-Functions, ',
    );
  });

  test('is not watched in an empty account, and stays there when it fails', async () => {
    const bench = createBench({ isEmpty: true });
    await deployStage(bench.needs, bench.wish);
    expect(bench.nowMs).toBe(1_764_000_000_000);
    const broken = createBench({ isEmpty: true });
    broken.broken.set('/', 500);
    await expect(deployStage(broken.needs, broken.wish)).rejects.toThrow('Nothing ran before, so it stays');
    expect(markerOf(broken, 'Web')).toBe('new');
  });

  test('reports its failure, the failed rollback, and how to go on', async () => {
    const bench = createBench({ cloud: { putBack: () => Promise.reject(new Error('no right to it')) } });
    bench.broken.set('/', 500);
    await expect(deployStage(bench.needs, bench.wish)).rejects.toThrow(
      'answered 500, not 200. Putting back failed too (no right to it): deploy the commit that ran before.',
    );
  });

  test('can be repeated after any failure', async () => {
    const bench = createBench({});
    bench.broken.set('/', 500);
    await expect(deployStage(bench.needs, bench.wish)).rejects.toThrow('Put back');
    bench.broken.clear();
    await deployStage(bench.needs, bench.wish);
    expect(markerOf(bench, 'Functions')).toBe('new');
  });
});
