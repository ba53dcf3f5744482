import { adjustmentRoutes } from '#shared/contract/adjustments.ts';
import { peopleIn, describeAdjustment } from '#functions/domain/adjustments/describe-adjustment.ts';
import { waitingMost } from '#functions/domain/desk/read-desk.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';
import { openPage, pageAnswer } from '#functions/runtime/list-page.ts';

/** Lists adjustments, newest first; or those that wait for a second admin, the longest waiting first. */
export const handler = readEndpoint(adjustmentRoutes, 'admin.adjustments', {
  find: async ({ query }, services) => {
    const { store, clock } = services;
    const asked: Record<string, string> = query.state === undefined ? {} : { state: query.state };
    const list = `admin.adjustments:${JSON.stringify(asked)}`;
    const opened = await openPage(services, list, query);
    const nowMs = clock.now();
    const waiting = async () => ({
      items: (await store.listWaiting('adjustment', waitingMost)).filter(({ openUntilMs }) => openUntilMs > nowMs),
      cursor: undefined,
    });
    const page = await (query.state === undefined ? store.listAdjustments(opened) : waiting());
    return { list, asked, page, nowMs, people: await peopleIn(store, page.items) };
  },
  answer: ({ list, asked, page, nowMs, people }, { query }, services) =>
    pageAnswer(services, list, {
      path: '/api/admin/adjustments',
      query: asked,
      limit: query.limit,
      page,
      describe: (adjustment) => describeAdjustment(adjustment, people, nowMs),
    }),
});
