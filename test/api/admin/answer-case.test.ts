import { expect, it } from 'vitest';
import { handler } from '#functions/api/admin/answer-case.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { caseOfTwoMessages, reported } from '#test/support/report-world.ts';

const body = { text: 'We asked.' };

endpointSuite('admin.answer-case', {
  handler,
  good: async ({ world, user }) => ({ params: { id: (await reported(world, user)).opened.caseId }, body }),
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.case }, body }),
  },
  badBodies: [
    ['text', { text: ' ' }],
    ['text', { text: '4111 1111 1111 1111' }],
    ['seenMessages', { seenMessages: 0 }],
    ['seenMessages', { seenMessages: '1' }],
  ],
});

it('refuses a reply of staff who have not seen the newest message', async () => {
  const { world, as, caseId } = await caseOfTwoMessages();
  const over = (seenMessages: number) =>
    callRoute('admin.answer-case', handler, world.services, {
      as,
      params: { id: caseId },
      body: { ...body, seenMessages },
    });
  const message = 'The cardholder has written since you opened this. Read it first.';
  expect(await over(1)).toMatchObject({ status: 409, body: { code: 'Conflict', message } });
  expect(await over(2)).toMatchObject({ status: 201 });
});
