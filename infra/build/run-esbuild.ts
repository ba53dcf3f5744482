import * as esbuild from 'esbuild';
import type { BuildOptions } from 'esbuild';

let running = 0;

/** Runs one build. The compiler is a process that would live as long as this one, so the last build to end ends it. */
export async function runEsbuild(options: BuildOptions): Promise<void> {
  running += 1;
  try {
    await esbuild.build({ logLevel: 'silent', ...options });
  } finally {
    running -= 1;
    if (running === 0) await esbuild.stop();
  }
}
