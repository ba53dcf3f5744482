import { gzipSync } from 'node:zlib';

import type { PageFigures } from './page-figures.ts';
import { runLighthouse, type LighthouseReport } from './run-lighthouse.ts';

/**
 * Runs Lighthouse once with its default settings (a phone, simulated slow 4G, 4× slower CPU) on a page of the browser
 * that listens on `port`. The browser's cookies stay. Throws when the page did not load.
 */
export async function measurePage(url: string, port: number): Promise<PageFigures> {
  const report = await runLighthouse(url, port);
  const { audits, categories, runtimeError, finalDisplayedUrl } = report;
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname)
    throw new Error(`${url} led to ${finalDisplayedUrl}: nobody is signed in`);
  const scoreOf = (id: string): number => Math.round((categories[id]?.score ?? 0) * 100);
  const valueOf = (id: string): number => audits[id]?.numericValue ?? Number.NaN;
  return {
    performance: scoreOf('performance'),
    accessibility: scoreOf('accessibility'),
    bestPractices: scoreOf('best-practices'),
    seo: scoreOf('seo'),
    lcpMs: Math.round(valueOf('largest-contentful-paint')),
    cls: Math.round(valueOf('cumulative-layout-shift') * 1000) / 1000,
    tbtMs: Math.round(valueOf('total-blocking-time')),
    jsBytes: await gzippedBytes(report, 'Script'),
    cssBytes: await gzippedBytes(report, 'Stylesheet'),
    failedAudits: failedAuditsOf(report),
  };
}

type NetworkItem = { readonly url: string; readonly resourceType?: string };

/** Returns the gzip −9 size of all scripts or styles in bytes, as the budgets are, whatever the server's encoding. */
async function gzippedBytes({ audits }: LighthouseReport, type: 'Script' | 'Stylesheet'): Promise<number> {
  const details = audits['network-requests']?.details;
  const items = details?.type === 'table' ? (details.items as readonly NetworkItem[]) : [];
  const urls = new Set(
    items.filter(({ resourceType, url }) => resourceType === type && url.startsWith('http')).map(({ url }) => url),
  );
  const sizes = [...urls].map(async (url) => {
    const response = await fetch(url);
    return gzipSync(Buffer.from(await response.arrayBuffer()), { level: 9 }).length;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function failedAuditsOf({ audits, categories }: LighthouseReport): readonly string[] {
  return Object.entries(categories)
    .filter(([id]) => id !== 'performance')
    .flatMap(([, category]) => category.auditRefs)
    .filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);
}
