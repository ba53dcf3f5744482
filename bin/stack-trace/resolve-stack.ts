import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';

import { repositoryRoot } from '#infra/build/content-addressed-build.ts';

/** A place in a bundle, as V8 writes it: line and column, both from 1. */
const place = /[^\s("']*index\.mjs:(\d+):(\d+)/g;

/**
 * Returns the text with each place in a bundle replaced by the file and line that it was made from. A place that the
 * bundler made itself stays as it is.
 */
export function resolveStack(text: string, mapFile: string): string {
  const map = new SourceMap(JSON.parse(readFileSync(mapFile, 'utf8')) as SourceMapPayload);
  // A stack in a line of the log has its line ends escaped.
  return text.replaceAll('\\n', '\n').replaceAll(place, (found, line: string, column: string) => {
    const origin = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in origin)) return found;
    const file = path.relative(repositoryRoot, path.resolve(path.dirname(mapFile), origin.originalSource));
    return `${file}:${origin.originalLine + 1}:${origin.originalColumn + 1}`;
  });
}
