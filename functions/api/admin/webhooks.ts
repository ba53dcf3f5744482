import { inboxRoutes } from '#shared/contract/inbox.ts';
import { describeWebhook } from '#functions/domain/events/describe-webhook.ts';
import { findWebhooks } from '#functions/domain/events/find-webhooks.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';
import { openPage, pageAnswer } from '#functions/runtime/list-page.ts';

/** Returns webhooks of both providers, newest first, narrowed by filters. */
export const handler = readEndpoint(inboxRoutes, 'admin.webhooks', {
  find: async ({ query }, services) => {
    const { limit: _limit, cursor: _cursor, ...filters } = query;
    const asked = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >;
    const list = `admin.webhooks:${JSON.stringify(asked)}`;
    const { from, to, ...rest } = filters;
    const momentOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));
    const filter = { ...rest, fromMs: momentOf(from), toMs: momentOf(to) };
    const page = await findWebhooks(services.store, filter, await openPage(services, list, query));
    return { list, asked, page };
  },
  answer: ({ list, asked, page }, { query }, services) =>
    pageAnswer(services, list, {
      path: '/api/admin/webhooks',
      query: asked,
      limit: query.limit,
      page,
      describe: describeWebhook,
    }),
});
