import { sampleCard, sampleDeposits, sampleUser } from './samples.ts';

/** The gallery's samples of the API: the path after `/api`, and its content. */
function sampleAt(path: string): unknown {
  if (path === '/user') return sampleUser;
  if (path === '/cards') return [sampleCard];
  if (path.startsWith('/transactions/exchange-rate/'))
    return { from: path.slice(path.lastIndexOf('/') + 1), course: 64_250 };
  return sampleDeposits.find((deposit) => path === `/transactions/${deposit._id}`);
}

/** Puts samples in place of the API. Every change is refused, so that forms show their refusal. */
export function answerFromSamples(): void {
  const realFetch = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href);
    if (!url.pathname.startsWith('/api/')) return realFetch(input, init);
    const sample = (init?.method ?? 'GET') === 'GET' ? sampleAt(url.pathname.slice('/api'.length)) : undefined;
    if (sample !== undefined) return Response.json(sample);
    return Response.json({ code: 'Conflict', message: 'This is the gallery: nothing happens here.' }, { status: 409 });
  };
}
