import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Paths that Vite serves itself: modules of the site, of `shared/` and of packages, and its own client. */
const modules = /^\/(@|app\/|features\/|lib\/|navigation\/|session\/|ui\/|fonts\/|node_modules\/)/;

/** Pages that the build prerenders from other entries. They come from the gateway, as the API does. */
const prerendered = /^\/(terms|privacy|faq|support)?$/i;

/**
 * Serves the app's pages from their sources and forwards everything else to the gateway: the API, the public pages and the
 * built pictures. The browser sees one address, so cookies and checks of the origin work as they do without it.
 */
export function siteProxy(gateway: string): Plugin {
  return {
    name: 'satchel:site-proxy',
    config: () => ({
      server: {
        proxy: {
          '^/.*': {
            target: gateway,
            bypass: ({ url = '/', headers }) => {
              const { pathname } = new URL(url, gateway);
              if (modules.test(pathname)) return url;
              const isPage = headers.accept?.includes('text/html') && !pathname.startsWith('/api/');
              return isPage && !prerendered.test(pathname) ? url : undefined;
            },
          },
        },
      },
    }),
    configureServer(server) {
      // After Vite's own middlewares: what they did not serve is a page of the app.
      return () => {
        server.middlewares.use((request, response, next) => {
          const html = readFileSync(path.join(server.config.root, 'app.html'), 'utf8');
          server
            .transformIndexHtml(request.url ?? '/', html)
            .then((page) => response.setHeader('content-type', 'text/html; charset=utf-8').end(page))
            .catch(next);
        });
      };
    },
  };
}
