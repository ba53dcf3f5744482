import type { Importers } from '#bin/check/import-graph.ts';

/**
 * Returns the circles of files: groups in which every file reaches every other one by imports. Groups and their files are sorted.
 * Tarjan's algorithm.
 */
export function importCircles(importers: Importers): readonly (readonly string[])[] {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];

  function visit(file: string): void {
    const own = order.size;
    order.set(file, own);
    lowest.set(file, own);
    open.push(file);
    for (const next of importers.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      else if (!open.includes(next)) continue;
      lowest.set(file, Math.min(lowest.get(file) ?? own, lowest.get(next) ?? own));
    }
    if (lowest.get(file) === own) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) circles.push(circle.toSorted());
    }
  }

  for (const file of importers.keys()) if (!order.has(file)) visit(file);
  return circles.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
}
