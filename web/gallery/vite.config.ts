import { defineConfig, mergeConfig, type Plugin } from 'vite';
import { buildCoinSprite } from '../build/coin-sprite.ts';
import site from '../vite.config.ts';

/** The site's build writes the pictures of the coins to a file; here they are answered from memory. */
function servedCoinSprite(): Plugin {
  const { file, content } = buildCoinSprite();
  return {
    name: 'satchel:served-coin-sprite',
    configureServer(server) {
      server.middlewares.use(`/${file}`, (_request, response) => {
        response.setHeader('content-type', 'image/svg+xml');
        response.end(content);
      });
    },
  };
}

/** The gallery is served for people who work on the site. Nothing builds it and nothing of the site imports it. */
export default mergeConfig(
  site,
  defineConfig({
    root: import.meta.dirname,
    cacheDir: '../../node_modules/.cache/gallery',
    plugins: [servedCoinSprite()],
    server: { host: '127.0.0.1', port: Number(process.env['GALLERY_PORT'] ?? 5173), strictPort: false },
    logLevel: 'info',
  }),
);
