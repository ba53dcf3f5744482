import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Names a class of a CSS module: `card_x7Q`, short, and the same in every build. */
export function scopedName(name: string, filename: string): string {
  const [file = ''] = path.relative(import.meta.dirname, filename).split('?');
  return `${name}_${createHash('sha256').update(file).digest('base64url').slice(0, 3)}`;
}

/**
 * Imports the classes of a CSS module by their names. As one object, each name would stand in the bundle twice, and
 * unused names would stay in it.
 */
export function leanStyles(): Plugin {
  return {
    name: 'satchel:lean-styles',
    enforce: 'post',
    apply: 'build',
    transform(code, id) {
      // Once all class names are inlined, nothing imports the module any more, but its styles are still needed.
      if (id.endsWith('.module.css')) return { code, moduleSideEffects: 'no-treeshake' };
      if (!/\.tsx?$/.test(id) || !code.includes('.module.css')) return undefined;
      return code.replaceAll(/\bimport (\w+) from (["'][^"']+\.module\.css["'])/g, 'import * as $1 from $2');
    },
  };
}
