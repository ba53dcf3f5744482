import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteProxy } from '#infra/local/dev-site/site-proxy.ts';

const root = path.join(import.meta.dirname, '../../../..');
let gateway: Server;
let vite: ViteDevServer;
let site: string;

beforeAll(async () => {
  gateway = createHttpServer((request, response) => {
    response.end(`gateway ${request.method} ${request.url} for ${request.headers.host}`);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => {
    gateway.once('listening', resolve);
  });
  vite = await createServer({
    configFile: path.join(root, 'web/vite.config.ts'),
    plugins: [siteProxy(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}`)],
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
    appType: 'custom',
  });
  await vite.listen();
  site = vite.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
});
afterAll(async () => {
  await vite?.close();
  gateway?.close();
});

const get = async (address: string, accept = '*/*') => {
  const response = await fetch(site + address, { headers: { accept } });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};

describe('the site of npm run dev', () => {
  it.each(['/login', '/cards/crd_1?load', '/dashboard'])(
    'serves the app’s page from its sources: %s',
    async (address) => {
      const { status, type, text } = await get(address, 'text/html,*/*');
      expect([status, type]).toEqual([200, 'text/html; charset=utf-8']);
      expect(text).toContain('src="/@vite/client"');
      expect(text).toContain('src="/app/main.tsx"');
    },
  );

  it('serves modules of the site and those shared with the API', async () => {
    expect(await get('/ui/only-digits.ts')).toMatchObject({
      status: 200,
      text: expect.stringContaining('export') as string,
    });
    expect(await get(`/@fs${root}/shared/money.ts`)).toMatchObject({ status: 200, type: 'text/javascript' });
  });

  it.each(['/api/user', '/api/docs', '/', '/terms', '/Faq', '/coins.abc.svg', '/robots.txt'])(
    'forwards other requests to the gateway, with the address that the browser sees: %s',
    async (address) => {
      const answer = await get(address, address.endsWith('.svg') ? 'image/*' : 'text/html,*/*');
      if (address === '/robots.txt') expect(answer.text).toContain('User-agent');
      else expect(answer.text).toBe(`gateway GET ${address} for ${new URL(site).host}`);
    },
  );
});
