import path from 'node:path';

import { build, transform } from 'esbuild';

import { repositoryRoot } from '../../build/content-addressed-build.ts';

/** CloudFront's limit for a function's code. */
const maxBytes = 10_240;

/**
 * The text of the CloudFront function: `rewriteSitePath` itself, bundled, so that no second version of the path rules
 * exists. CloudFront's runtime 2.0 is no module: it calls the top-level function named `handler`.
 */
export async function buildSiteFunction(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(repositoryRoot, 'infra/aws/edge/site-request.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    legalComments: 'none',
  });
  // Only the bundled code runs at the edge. The target is as close to ES 5.1 as esbuild goes; beyond that, runtime 2.0
  // knows const, let, arrow functions and templates.
  const { code } = await transform(outputFiles[0]?.text ?? '', {
    target: 'es2015',
    supported: { 'for-of': false, destructuring: false, class: false, generator: false },
  });
  const text = code.replace(/\nexport \{\s*handler\s*\};\s*$/, '\n');
  if (!/^function handler\(/m.test(text) || /^export /m.test(text)) {
    throw new Error('The CloudFront function must be one script with a top-level function named handler.');
  }
  if (Buffer.byteLength(text) > maxBytes) throw new Error(`The CloudFront function has more than ${maxBytes} bytes.`);
  return text;
}
