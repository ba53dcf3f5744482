import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { routeIds } from '#shared/contract/index.ts';
import { repositoryRoot } from '#infra/build/content-addressed-build.ts';
import { keepRoute, markDroppable } from '#infra/build/own-route.ts';

const contract = path.join(repositoryRoot, 'shared/contract');
const parts = readdirSync(contract)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(path.join(contract, name), 'utf8'));
const idsIn = (source: string) => routeIds.filter((id) => source.includes(`\n  '${id}': {\n`));

describe('the part of the contract in a function', () => {
  it('keeps the route of each function, and no other', () => {
    const kept = parts.flatMap((source) =>
      idsIn(source).map((id) => {
        expect(idsIn(keepRoute(source, id)), id).toEqual([id]);
        expect(keepRoute(source, id).split('\n').length, id).toBe(source.split('\n').length);
        return id;
      }),
    );
    expect(kept.toSorted()).toEqual(routeIds.toSorted());
  });

  it('lets a bundler drop unused parts, and nothing else', async () => {
    const source = `import * as z from 'zod/mini';
export const Used = z.object({
  name: z.string(),
});
const lines = z
  .string('is missing')
  .check(
    z.refine((text) => {
      const trimmed = text.trim();

      return trimmed !== '';
    }),
  ) as unknown as z.ZodMiniType<
  string,
  string
>;
/** Said: a comment; with a semicolon. */
export const Unused = z.array(lines);
export const words = ['one'] as const;
export function say() {
  return Used;
}
`;
    const { code } = await transform(markDroppable(source), { loader: 'ts', treeShaking: true, format: 'esm' });
    expect(markDroppable(source).split('\n').length).toBe(source.split('\n').length);
    expect(code.match(/@__PURE__/g)).toHaveLength(3);
    expect(markDroppable(source)).toContain("export const words = ['one'] as const;\nexport function say");
    expect(markDroppable(source)).toContain('/* @__PURE__ */ (() => (z.array(lines)))();');
    expect(parts.map((part) => markDroppable(part)).join('\n')).not.toMatch(/^(export )?const \w+ = z\b/m);
  });
});
