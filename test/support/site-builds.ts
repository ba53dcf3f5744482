import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { securityHeadersFor } from '#infra/definition/site.ts';
import { openSiteFiles } from '#infra/local/gateway/site-files.ts';
import { inlineHashes } from '#web/build/html.ts';

const isText = (file: string) => /\.(html|js|css|json)$/.test(file);

/**
 * Makes the next build of a site: a copy in which every built file has a new name, as after a change of all files.
 */
export function makeNextBuild(site: string, directory: string): void {
  cpSync(site, directory, { recursive: true });
  const assets = path.join(directory, 'assets');
  const renamed = readdirSync(assets).map((file) => [file, file.replace(/(\.\w+)$/, 'next$1')] as const);
  for (const [before, after] of renamed) renameSync(path.join(assets, before), path.join(assets, after));
  for (const file of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const place = path.join(directory, file);
    if (!isText(file)) continue;
    let text = readFileSync(place, 'utf8').replace(/(version:["'`])([\w-]{12})/, '$1next-$2');
    for (const [before, after] of renamed) text = text.replaceAll(before, after);
    writeFileSync(place, text);
  }
}

/** Serves a build of a site as CloudFront does, in front of the API of a stack. The build can be replaced. */
export async function serveBuilds(first: string, stack: string) {
  const serve = (directory: string) => {
    const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
    const pages = files.filter((file) => file.endsWith('.html'));
    const hashes = inlineHashes(pages.map((file) => readFileSync(path.join(directory, file), 'utf8')));
    return { files: openSiteFiles(directory), headers: securityHeadersFor(hashes) };
  };
  let current = serve(first);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', stack);
    const answer = async (): Promise<void> => {
      if (url.pathname.startsWith('/api/')) {
        const { method = 'GET' } = request;
        const reply = await fetch(url, { method, headers: { cookie: request.headers.cookie ?? '', origin: stack } });
        const headers = { 'content-type': reply.headers.get('content-type') ?? '', 'cache-control': 'no-store' };
        response.writeHead(reply.status, { ...headers, 'set-cookie': reply.headers.getSetCookie() });
        response.end(Buffer.from(await reply.arrayBuffer()));
        return;
      }
      const { files, headers: security } = current;
      const { status, headers, body } = await files({ path: url.pathname, acceptEncoding: '', ifNoneMatch: '' });
      response.writeHead(status, { ...security, ...headers });
      response.end(body);
    };
    answer().catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, new URL(stack).hostname, resolve));
  return {
    address: `http://${new URL(stack).hostname}:${(server.address() as AddressInfo).port}`,
    /** Replaces the build, as a deployment does. */
    deploy: (directory: string) => {
      current = serve(directory);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
