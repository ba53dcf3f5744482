/** The receiver's HTTP status, or the error that came instead of one. */
export type PostResult = { readonly status: number | null; readonly error: string | null };

/** A webhook as it goes over the wire. */
export type WebhookPost = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Posts a webhook. A redirect is not followed and counts as an answer; no failure throws. */
export async function postWebhook(post: WebhookPost, timeoutMs: number, closing: AbortSignal): Promise<PostResult> {
  const { url, headers, body } = post;
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), closing]);
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    await response.body?.cancel();
    return { status: response.status, error: null };
  } catch (error) {
    return { status: null, error: messageOf(error) };
  }
}

/** True when the receiver took the webhook. */
export function isTaken({ status }: PostResult): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** The cause's message where there is one: `fetch failed` alone says nothing. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
