import { maxLayoutShift, type PageBudget } from './page-budget.ts';
import type { PageFigures } from './page-figures.ts';

/** Returns the figures of a page that are over their budgets, in words; empty when none is. */
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
