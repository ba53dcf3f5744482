import path from 'node:path';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { repositoryRoot } from '#infra/build/content-addressed-build.ts';
import { contractFacts } from '#web/build/contract-facts.ts';

it('a build holds the values of the contract and loads no schema', async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [contractFacts()],
    build: {
      write: false,
      minify: false,
      lib: { entry: path.join(repositoryRoot, 'web/lib/contract-facts.ts'), formats: ['es'] },
    },
  });
  const chunks = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  expect(chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))).toEqual([
    expect.stringContaining('web/lib/contract-facts.ts'),
  ]);
  expect(chunks.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('')).toContain('/cards/{id}/load');
});
