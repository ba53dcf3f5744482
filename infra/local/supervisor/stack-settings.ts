import path from 'node:path';

import { StackError } from './stack-error.ts';

/** The settings that environment variables choose. */
export type StackSettings = {
  readonly port: number;
  readonly dataDirectory: string;
  /** The table that everything works on: the first one of the data directory, or the restored one that takes its place. */
  readonly tableName: string;
  readonly seed: 'demo' | 'none';
  readonly outside: OutsideProviders;
  /** True when the running stack takes over changed code of functions and simulators. */
  readonly isWatching: boolean;
  /** True when functions are readable, with source maps, and the gateway that runs them opens an inspector. */
  readonly isDebugging: boolean;
  /**
   * True when a thread runs all functions, from files that they share, instead of one function's bundle as it is
   * deployed.
   */
  readonly isTogether: boolean;
};

/** Providers that run elsewhere, so that their simulators do not: base URLs without a slash at the end. */
export type OutsideProviders = {
  readonly payments?: string;
  readonly issuer?: { readonly api: string; readonly reveal: string };
};

/** The table of a stack that was never restored. */
export const firstTable = 'satchel';

/** The list of erasures, which a restore of the table leaves alone. */
export const erasuresTable = 'satchel-erasures';

/** Path of the issuer's API, where the variable names only a host. */
const issuerPath = '/v1/issuing';

/** Reads the variables that bin/README.md lists; a relative folder is inside the clone. Throws a StackError. */
export function readStackSettings(env: NodeJS.ProcessEnv, root: string): StackSettings {
  const outside = readOutsideProviders(env);
  const isAllHere = outside.payments === undefined && outside.issuer === undefined;
  const {
    PORT = '3000',
    DATA_DIR = '.local',
    SEED = isAllHere ? 'demo' : 'none',
    WATCH = 'on',
    DEBUG = '',
    FUNCTIONS = 'apart',
  } = env;
  const port = Number(PORT);
  if (!/^\d+$/.test(PORT) || port < 1 || port > 65_535) {
    throw new StackError(`PORT is ${PORT}, but a port is a number from 1 to 65535, for example PORT=3100.`);
  }
  if (SEED !== 'demo' && SEED !== 'none') {
    throw new StackError(`SEED is ${SEED}, but it can only be demo (accounts to look around with) or none.`);
  }
  if (SEED === 'demo' && !isAllHere) {
    throw new StackError(
      'SEED is demo, but the demo is paid and bought at our simulators: with PAYMENTS_URL or ISSUER_URL it can only be none.',
    );
  }
  if (WATCH !== 'on' && WATCH !== 'off') {
    throw new StackError(`WATCH is ${WATCH}, but it can only be on (take changed code into the running stack) or off.`);
  }
  if (FUNCTIONS !== 'apart' && FUNCTIONS !== 'together') {
    throw new StackError(
      `FUNCTIONS is ${FUNCTIONS}, but it can only be apart (each in threads of its own, as it is deployed) or together.`,
    );
  }
  const { RESTORED_TABLE: tableName = firstTable } = env;
  if (!/^[\w.-]{3,255}$/.test(tableName)) {
    throw new StackError(
      `RESTORED_TABLE is ${tableName}, but a table's name has 3 to 255 letters, digits, dots and dashes.`,
    );
  }
  if (DATA_DIR === '') throw new StackError('DATA_DIR is empty: name a folder, or leave it out for .local.');
  return {
    port,
    dataDirectory: path.resolve(root, DATA_DIR),
    tableName,
    seed: SEED,
    outside,
    isWatching: WATCH === 'on',
    isDebugging: DEBUG === '1',
    isTogether: FUNCTIONS === 'together',
  };
}

function readOutsideProviders(env: NodeJS.ProcessEnv): OutsideProviders {
  const payments = readAddress(env, 'PAYMENTS_URL');
  const issuer = readAddress(env, 'ISSUER_URL', issuerPath);
  const reveal = readAddress(env, 'ISSUER_REVEAL_URL', issuerPath);
  if (reveal !== undefined && issuer === undefined) {
    throw new StackError('ISSUER_REVEAL_URL is set, but it only means something beside ISSUER_URL.');
  }
  return {
    ...(payments !== undefined && { payments }),
    ...(issuer !== undefined && { issuer: { api: issuer, reveal: reveal ?? issuer } }),
  };
}

/** Returns the address in a variable, without a slash at its end; undefined when it is not set. */
function readAddress(env: NodeJS.ProcessEnv, name: string, pathOfHost = ''): string | undefined {
  const value = env[name];
  if (value === undefined || value === '') return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (!url || !isHttp || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    throw new StackError(
      `${name} is ${value}, but it has to be a whole http or https address, for example ${name}=http://127.0.0.1:4000${pathOfHost}.`,
    );
  }
  return url.origin + (url.pathname === '/' ? pathOfHost : url.pathname.replace(/\/+$/, ''));
}
