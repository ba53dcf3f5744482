/** Longest wait for one answer, in milliseconds. */
const answerWithinMs = 8_000;

type Fetch = (address: string, options: RequestInit) => Promise<Response>;

/**
 * Requests the site as a visitor does: the home page, and an API call without a session. Returns the faults that it
 * found. A function itself refuses the API call, so the expected refusal proves that everything before the functions
 * works.
 */
export async function visitSite(siteUrl: string, ask: Fetch = fetch): Promise<readonly string[]> {
  const read = async (
    path: string,
    isRight: (answer: Response, text: string) => boolean,
  ): Promise<readonly string[]> => {
    try {
      const answer = await ask(siteUrl + path, {
        headers: { 'user-agent': 'satchel-canary' },
        redirect: 'error',
        signal: AbortSignal.timeout(answerWithinMs),
      });
      const text = await answer.text();
      return isRight(answer, text) ? [] : [`${path} answers ${answer.status}`];
    } catch (thrown) {
      return [`${path} does not answer: ${thrown instanceof Error ? thrown.name : 'unknown'}`];
    }
  };
  const faults = await Promise.all([
    read('/', ({ status }, text) => status === 200 && text.includes('<title>Satchel')),
    read('/api/user', ({ status }, text) => status === 401 && codeOf(text) === 'InvalidAccessToken'),
  ]);
  return faults.flat();
}

/** The code of an answer in the API's own shape; the guard, the gateway and the firewall have other shapes. */
function codeOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { readonly code?: unknown }).code;
  } catch {
    return undefined;
  }
}
