import { maxLayoutShift, type PageBudget } from './page-budget.ts';
import type { PageFigures } from './page-figures.ts';

/** What of a page costs more than it may, in words; empty when nothing does. */
export function overBudget(budget: PageBudget, figures: PageFigures): readonly string[] {
  const over: string[] = [];
  const hold = (name: string, value: number, most: number | undefined): void => {
    if (most !== undefined && value > most) over.push(`${name} ${value} > ${most}`);
  };
  hold('LCP', figures.lcpMs, budget.maxLcpMs);
  hold('CLS', figures.cls, maxLayoutShift);
  hold('JS', figures.jsBytes, budget.maxJsBytes);
  hold('CSS', figures.cssBytes, budget.maxCssBytes);
  if (budget.perfect) {
    const { performance, accessibility, bestPractices, seo } = figures;
    const lowest = Math.min(performance, accessibility, bestPractices, seo);
    if (lowest < 100) over.push(`a score of ${lowest} < 100`);
  }
  return over;
}
