import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { appShell, cacheControlOf, rewriteSitePath } from '../../definition/site.ts';
import type { InlineHashes } from '../../definition/site.ts';
import type { HttpAnswer } from './api-response.ts';

/** The parts of a browser's request that choose a file. */
export type SiteRequest = {
  readonly path: string;
  readonly acceptEncoding: string;
  readonly ifNoneMatch: string;
};

/** The site as the bucket behind CloudFront serves it. */
export type SiteFiles = (request: SiteRequest) => Promise<HttpAnswer>;

type Encoding = 'br' | 'gzip' | 'identity';

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

const compressible = /^(text\/|application\/(json|manifest\+json|xml)|image\/svg)/;

/** Minimum size of a compressed answer, in bytes: below it, compression saves nothing on the wire. */
const compressedFromBytes = 500;

/** Written by the site's build for the headers; the bucket does not hold it either. */
const hashesFile = 'csp.json';

/** The hashes of what the built pages hold inline. A site without that file holds nothing. */
export function readInlineHashes(directory: string): InlineHashes {
  const file = path.join(directory, hashesFile);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as InlineHashes) : { scripts: [] };
}

/** Serves a built site. Only files that were there at the start exist, so no path can leave the folder. */
export function openSiteFiles(directory: string): SiteFiles {
  const files = new Set(listFiles(directory).filter((file) => file !== `/${hashesFile}`));
  const bodies = new Map<string, Promise<Buffer>>();
  const digests = new Map<string, string>();

  const bodyOf = (file: string, encoding: Encoding): Promise<Buffer> => {
    const key = `${encoding} ${file}`;
    const body = bodies.get(key) ?? load(file, encoding);
    bodies.set(key, body);
    return body;
  };
  const load = async (file: string, encoding: Encoding): Promise<Buffer> => {
    if (encoding === 'identity') return readFile(path.join(directory, file));
    const ready = `${file}.${encoding === 'br' ? 'br' : 'gz'}`;
    if (files.has(ready)) return readFile(path.join(directory, ready));
    return compress(await bodyOf(file, 'identity'), encoding);
  };

  return async ({ path: requested, acceptEncoding, ifNoneMatch }) => {
    const file = findFile(files, requested);
    if (!file) return notFound;
    const contentType = contentTypes[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
    const identity = await bodyOf(file, 'identity');
    const mayCompress = compressible.test(contentType) && identity.length >= compressedFromBytes;
    const encoding = mayCompress ? chooseEncoding(acceptEncoding) : 'identity';
    const digest = digests.get(file) ?? createHash('sha256').update(identity).digest('base64url').slice(0, 22);
    digests.set(file, digest);
    const etag = encoding === 'identity' ? `"${digest}"` : `"${digest}-${encoding}"`;
    const headers = {
      'content-type': contentType,
      'cache-control': cacheControlOf(file),
      etag,
      ...(mayCompress && { vary: 'accept-encoding' }),
    };
    if (ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)) {
      return { status: 304, headers, body: Buffer.alloc(0) };
    }
    if (encoding === 'identity') return { status: 200, headers, body: identity };
    return { status: 200, headers: { ...headers, 'content-encoding': encoding }, body: await bodyOf(file, encoding) };
  };
}

const notFound: HttpAnswer = {
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' },
  body: Buffer.from('Not Found'),
};

function findFile(files: ReadonlySet<string>, requested: string): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(requested);
  } catch {
    return undefined;
  }
  const file = rewriteSitePath(decoded);
  if (files.has(file)) return file;
  // A page that is not prerendered in this build is a page of the app.
  return file.endsWith('.html') && !decoded.endsWith('.html') && files.has(appShell) ? appShell : undefined;
}

function listFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${path.relative(directory, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')}`);
}

function chooseEncoding(acceptEncoding: string): Encoding {
  const accepted = new Set(
    acceptEncoding
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.split(';')[0]?.trim()),
  );
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : 'identity';
}

async function compress(body: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(body);
  return promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
}
