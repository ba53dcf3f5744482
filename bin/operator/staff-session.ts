import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ApiClient, type ApiAnswer } from '#infra/local/seed/api-client.ts';
import { writeFileAtomically } from '#infra/local/supervisor/write-file-atomically.ts';
import { CommandFailure } from '../command-line/run-command.ts';

type Stored = {
  readonly site: string;
  readonly cookies: Readonly<Record<string, string>>;
  /** Idempotency keys of the writes that got no answer, by the hash of each: its body may be about a person. */
  readonly unanswered?: Readonly<Record<string, string>> | undefined;
};

/** Credentials of a sign-in; `askCode` is called when a second step is due. */
export type Credentials = {
  readonly email: string;
  readonly password: string;
  readonly askCode: (methods: readonly string[]) => Promise<string>;
};

/**
 * A session of staff in a file that only its owner can read. It lives as long as one in a browser does, and the API
 * decides about it in the same way.
 */
export class StaffSession {
  readonly #file: string;

  constructor(file: string) {
    this.#file = path.resolve(file);
  }

  /** The address of the site that the session is of. Throws CommandFailure without a session. */
  get site(): string {
    return this.#open().site;
  }

  /** Signs in and stores the session. Throws CommandFailure. */
  async signIn(site: string, { email, password, askCode }: Credentials): Promise<void> {
    const client = new ApiClient(site);
    type SignedIn = { isTwoFactorRequired: boolean; userId: string; methods?: readonly string[] };
    const {
      isTwoFactorRequired,
      userId,
      methods = ['mail'],
    } = expectDone(await client.call<SignedIn>('POST', '/auth/login', { email, password }));
    if (isTwoFactorRequired) {
      expectDone(await client.call('POST', '/auth/2fa/verify', { userId, code: await askCode(methods) }));
    }
    this.#store(site, client);
  }

  /** Ends the session, here and at the API. */
  async signOut(): Promise<void> {
    const { client } = this.#open();
    await client.call('GET', '/auth/logout');
    rmSync(this.#file, { force: true });
  }

  /**
   * Calls the API, with fresh tokens where the old ones have expired. A write that got no answer is repeated with its
   * idempotency key. Throws CommandFailure without a session, or when no answer comes.
   */
  async call(method: string, apiPath: string, body?: unknown): Promise<ApiAnswer<unknown>> {
    const { site, client, unanswered: before = {} } = this.#open();
    const isWrite = method !== 'GET';
    const requestHash = createHash('sha256')
      .update(JSON.stringify([method, apiPath, body]))
      .digest('hex');
    const { [requestHash]: key = crypto.randomUUID(), ...others } = before;
    const unanswered = isWrite ? { ...others, [requestHash]: key } : before;
    const headers = isWrite ? { 'idempotency-key': key } : undefined;
    this.#store(site, client, unanswered);
    try {
      let answer = await client.call(method, apiPath, body, headers);
      if (answer.status === 401) {
        expectDone(await client.call('GET', '/auth/refresh'));
        // The old token counts as copied once it was used, also when the call below gets no answer.
        this.#store(site, client, unanswered);
        answer = await client.call(method, apiPath, body, headers);
      }
      this.#store(site, client, isWrite && answer.status < 500 ? others : unanswered);
      return answer;
    } catch (thrown) {
      if (thrown instanceof CommandFailure || !isWrite) throw thrown;
      const why = 'No answer came, so it may be done: look first. The same command again moves no money twice.';
      throw new CommandFailure(why, { cause: thrown });
    }
  }

  #open(): Pick<Stored, 'site' | 'unanswered'> & { readonly client: ApiClient } {
    if (!existsSync(this.#file))
      throw new CommandFailure('You are not signed in. Run: npm run admin -- sign-in --email <address>');
    const { site, cookies, unanswered } = JSON.parse(readFileSync(this.#file, 'utf8')) as Stored;
    const client = new ApiClient(site);
    for (const [name, value] of Object.entries(cookies)) client.cookies.set(name, value);
    return { site, client, unanswered };
  }

  #store(site: string, client: ApiClient, unanswered?: Stored['unanswered']): void {
    mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    const stored: Stored = { site, cookies: Object.fromEntries(client.cookies), unanswered };
    // Another command may read it at this moment.
    writeFileAtomically(this.#file, JSON.stringify(stored));
  }
}

/** Returns the body of an answer. Throws CommandFailure with the API's words for a refusal. */
export function expectDone<T>({ status, body }: ApiAnswer<T>): T {
  if (status < 300) return body;
  const { code, message, fields } = (body ?? {}) as {
    code?: string;
    message?: string;
    fields?: Record<string, string>;
  };
  const inFields = Object.entries(fields ?? {}).map(([name, why]) => `\n  ${name} ${why}`);
  throw new CommandFailure(`${status} ${code ?? ''}: ${message ?? 'no words came with it'}${inFields.join('')}`);
}
