import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openAccount } from '#infra/local/seed/open-account.ts';

const services = inject('services');
const folder = mkdtempSync(path.join(tmpdir(), 'satchel-staff-'));
const session = path.join(folder, 'session.json');
const command = path.resolve(import.meta.dirname, '../../bin/admin.ts');
let userId: string;

type Outcome = { readonly code: number; readonly stdout: string; readonly stderr: string };

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  return runForPerson([...args, '--json'], env);
}

function runForPerson(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...env } };
    execFile(process.execPath, [command, ...args, '--session', session], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

beforeAll(async () => {
  const email = `staffed.${Date.now()}@example.com`;
  const account = { email, password: 'Long-Walks-88', firstname: 'Sten', lastname: 'Lund' };
  ({ _id: userId } = await (await openAccount(services, account)).done<{ _id: string }>('GET', '/user'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('staff sign in on the command line, and get the same texts, limits and audit records as on the screens', async () => {
  if (!services.demo) throw new Error('the stack has no demo');
  const { email, password } = services.demo.admin;
  expect(await run(['desk'])).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('sign-in') });
  const signIn = ['sign-in', '--email', email, '--site', services.site];
  expect(await run(signIn, { SATCHEL_PASSWORD: 'wrong' })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('InvalidCredentials'),
  });
  expect(await run(signIn, { SATCHEL_PASSWORD: password })).toMatchObject({ code: 0, stderr: '' });
  expect(statSync(session).mode & 0o777).toBe(0o600);

  const desk = await run(['desk']);
  expect(JSON.parse(desk.stdout)).toMatchObject({ deposits: { count: expect.any(Number) } });
  expect(desk.stderr).toBe('');
  expect(await run(['note', `id=${userId}`, 'text=By hand.'])).toMatchObject({
    code: 0,
    stdout: 'null\n',
    stderr: `On ${services.site}.\n`,
  });
  const records = JSON.parse((await run(['audit', `subject=${userId}`, 'kind=note'])).stdout) as unknown[];
  expect(records).toMatchObject([{ after: { note: 'By hand.' }, subject: userId }]);

  await fetch(`${services.control}/jobs/close-books`, { method: 'POST' });
  const { now } = (await (await fetch(`${services.control}/clock`)).json()) as { now: string };
  expect(await runForPerson(['daily-report', `day=${now.slice(0, 10)}`, 'format=csv'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^part,figure,coin,dollars,inCoin\r\nreport,/) as string,
  });

  const [webhook] = JSON.parse((await run(['webhooks', 'outcome=done'])).stdout) as { _id: string }[];
  expect(JSON.parse((await run(['webhook', `id=${webhook?._id}`])).stdout)).toMatchObject({ verdict: 'accepted' });
  expect(JSON.parse((await run(['replay-webhook', `id=${webhook?._id}`])).stdout)).toMatchObject({
    outcome: 'waiting',
  });
  expect((await run(['ask-deposit', `id=dep_7${'Z'.repeat(25)}`])).stderr).toContain('NotFound');

  const words = ['amount=100001', 'direction=credit', 'reason=Too much.'];
  expect(await run(['propose-adjustment', `userId=${userId}`, ...words])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^4\d\d \w+: .*1,000/s),
  });
  expect(await run(['sign-out'])).toMatchObject({ code: 0 });
  expect((await run(['desk'])).stderr).toContain('sign-in');
});
