import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, '.github/workflows');
const workflows = readdirSync(folder).map((file) => [file, readFileSync(path.join(folder, file), 'utf8')] as const);
const textOf = (file: string): string => workflows.find(([name]) => name === file)?.[1] ?? '';

/** Returns the jobs of a workflow, each with the job that it waits for. */
function jobsOf(text: string): Readonly<Record<string, { readonly needs: string | undefined; readonly body: string }>> {
  const jobs = text.slice(text.indexOf('\njobs:\n') + 7).split(/^ {2}(?=[\w-]+:$)/m);
  return Object.fromEntries(
    jobs.slice(1).map((body) => [/^[\w-]+/.exec(body)?.[0] ?? '', { needs: /needs: ([\w-]+)/.exec(body)?.[1], body }]),
  );
}

describe.each(workflows)('%s', (_file, text) => {
  it('holds no key, and uses steps of known owners only, each at a version', () => {
    expect(text).not.toMatch(/AKIA|aws-access-key-id|aws-secret|secrets\./i);
    for (const [, used = ''] of text.matchAll(/uses: (\S+)/g))
      expect(used).toMatch(/^(actions\/[\w-]+@v\d+|aws-actions\/[\w-]+@v\d+|\.\/\.github\/workflows\/[\w-]+\.yml)$/);
  });

  it('may read the repository and nothing more, unless a job signs in to AWS', () => {
    if (text.includes('workflow_call')) return;
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
  });

  it('puts no input of a run into a command line, where it could run as code', () => {
    for (const [, command = ''] of text.matchAll(/run: (.+)/g)) expect(command).not.toContain('${{');
  });
});

describe('a deployment', () => {
  const jobs = jobsOf(textOf('deploy.yml'));

  it('passes tests, dev, staging and the diff before prod', () => {
    const way = ['prod'];
    for (let job = jobs['prod']?.needs; job !== undefined; job = jobs[job]?.needs) way.unshift(job);
    expect(way).toEqual(['test', 'dev', 'staging', 'diff-prod', 'prod']);
    expect(Object.keys(jobs)).toHaveLength(way.length);
    for (const step of ['bash .ci/run', 'npx cdk synth', 'npm sbom', 'list-licences'])
      expect(jobs['test']?.body).toContain(step);
  });

  it('changes prod only in the environment that asks for an approval', () => {
    expect(jobs['diff-prod']?.body).toContain('options: --only-diff');
    expect(jobs['prod']?.body).toMatch(/stage: prod \}/);
    expect(textOf('deploy-stage.yml')).toContain('environment: ${{ inputs.environment || inputs.stage }}');
  });

  it('is never canceled halfway, and never runs beside another deployment', () => {
    expect(textOf('deploy.yml')).toMatch(/^concurrency:\n {2}group: deploy\n {2}cancel-in-progress: false$/m);
  });
});
