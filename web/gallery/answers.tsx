import type { ReactNode } from 'react';
import { SWRConfig, type Middleware } from 'swr';
import type { ReplyOf } from '#shared/contract/index.ts';
import type { ReadId } from '#web/lib/use-api.ts';
import { ApiError } from '#web/lib/api-error.ts';

/** The content by route: an answer, 'failed', or nothing at all while it loads. */
export type SampleAnswers = { readonly [Id in ReadId]?: ReplyOf<Id> | 'failed' };

/** Shows components that read for themselves with these answers, whatever others in the gallery have read. */
export function Answers({ answers, children }: { readonly answers: SampleAnswers; readonly children: ReactNode }) {
  const answering: Middleware = () => (key) => {
    const [id, , pages] = key as unknown as readonly [ReadId, unknown, 'pages' | undefined];
    const answer = answers[id];
    const hasFailed = answer === 'failed';
    const data =
      hasFailed || answer === undefined ? undefined : pages ? { rows: answer, nextCursor: undefined } : answer;
    return {
      data: data as never,
      error: hasFailed ? (new ApiError({ status: 500, message: 'This is the gallery.' }) as never) : undefined,
      isLoading: answer === undefined,
      isValidating: false,
      mutate: async () => undefined,
    };
  };
  return <SWRConfig value={{ use: [answering] }}>{children}</SWRConfig>;
}
