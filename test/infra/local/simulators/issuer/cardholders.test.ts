import { expect, test } from 'vitest';
import { cardWish, eventually, registration, startBench, startReceiver } from './issuer-bench.ts';

const register = '/cardholder/register_cardholder';

test('an asynchronous registration is pending, then verified, and sends an event', async () => {
  const receiver = await startReceiver();
  const bench = await startBench({ webhookUrl: receiver.url });
  const made = await bench.api('POST', register, registration('a@example.test'));
  expect(made).toMatchObject({
    status: 201,
    body: { status: 'success', data: { cardholder_id: expect.stringMatching(/^[0-9a-f]{32}$/) } },
  });
  const id = String(made.body.data?.['cardholder_id']);
  await eventually(() => expect(receiver.of('cardholder_verification.successful')).toHaveLength(1));
  expect(receiver.received[0]?.data).toMatchObject({ cardholder_id: id, is_active: true });
  const read = await bench.api('GET', `/cardholder/get_cardholder?cardholder_id=${id}`);
  expect(read.body.data).toMatchObject({ is_active: true, is_id_verified: true, meta_data: { user_ref: 'usr_01' } });
});

test('before it is verified a holder gets no card', async () => {
  const bench = await startBench({ verification: 'manual' });
  const made = await bench.api('POST', register, registration('a@example.test'));
  const id = String(made.body.data?.['cardholder_id']);
  expect((await bench.api('POST', '/cards/create_card', cardWish(id))).body.message).toMatch(/id verified yet/i);
  await bench.door('POST', `/holders/${id}/decide`, { result: 'manual_review' });
  expect((await bench.api('POST', '/cards/create_card', cardWish(id))).status).toBe(400);
  await bench.door('POST', `/holders/${id}/decide`, { result: 'successful' });
  expect((await bench.api('POST', '/cards/create_card', cardWish(id))).status).toBe(201);
});

test('a failed check gives its reason', async () => {
  const receiver = await startReceiver();
  const bench = await startBench({ webhookUrl: receiver.url });
  await bench.fault('register_cardholder', 'async_fail');
  await bench.api('POST', register, registration('a@example.test'));
  await eventually(() => expect(receiver.of('cardholder_verification.failed')).toHaveLength(1));
  expect(receiver.received[0]?.data).toHaveProperty('error_description');
});

test.each([
  ['a name of two letters', { first_name: 'Al' }, /invalid firstname/i],
  [
    'a state of another country',
    { address: { ...Object(registration('x')['address']), state: 'Bavaria' } },
    /invalid state/i,
  ],
  ['an address that is none', { email_address: 'nobody' }, /invalid email/i],
  ['a picture that is no URL', { identity: { id_type: 'X', selfie_image: 'me.jpg' } }, /invalid selfie/i],
  ['a bvn of letters', { identity: { id_type: 'X', bvn: 'abc' } }, /invalid bvn/i],
])('refuses %s', async (_what, changes, message) => {
  const bench = await startBench();
  const refused = await bench.api('POST', register, registration('a@example.test', changes));
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } });
});

test('a missing field is a FastAPI complaint with its place', async () => {
  const bench = await startBench();
  const { phone: _phone, ...rest } = registration('a@example.test');
  expect(await bench.api('POST', register, { ...rest, address: { city: 5 } })).toMatchObject({
    status: 422,
    body: {
      detail: expect.arrayContaining([
        { loc: ['body', 'phone'], msg: 'field required', type: 'value_error.missing' },
        { loc: ['body', 'address', 'city'], msg: 'str type expected', type: 'type_error.str' },
      ]),
    },
  });
});

test('identity is asked for only when the program requires it', async () => {
  const bench = await startBench({ holderIdentity: 'required' });
  expect((await bench.api('POST', register, registration('a@example.test'))).status).toBe(422);
  const identity = {
    id_type: 'NIGERIAN_BVN_VERIFICATION',
    bvn: '22200000001',
    selfie_image: 'https://files.example.test/1.jpg',
  };
  expect((await bench.api('POST', register, registration('a@example.test', { identity }))).status).toBe(201);
  const twice = await bench.api('POST', register, registration('b@example.test', { identity }));
  expect(twice.body.message).toMatch(/already exists with this bvn/i);
});

test('accepts one registration a minute for one cardholder', async () => {
  const bench = await startBench();
  await bench.holder('a@example.test');
  expect((await bench.api('POST', register, registration('A@example.test'))).status).toBe(420);
  await bench.advance(61);
  expect((await bench.api('POST', register, registration('a@example.test'))).status).toBe(201);
});

test('updates, lists and deletes a cardholder, and lists states', async () => {
  const bench = await startBench();
  const id = await bench.holder();
  const updated = await bench.api('PATCH', '/cardholder/update_cardholder', { cardholder_id: id, first_name: 'Amara' });
  expect(updated.status).toBe(200);
  const listed = await bench.api('GET', '/cards/get_all_cardholder?page=1');
  expect(listed.body.data).toMatchObject({
    cardholders: [{ first_name: 'Amara', last_name: 'Bello' }],
    meta: { total: 1, pages: 1 },
  });
  const states = await bench.api('GET', '/cardholder/get_all_states?country=Nigeria');
  expect(states.body.data?.['states']).toContain('Lagos');
  expect((await bench.api('DELETE', `/cardholder/delete_cardholder/${id}`)).status).toBe(200);
  const gone = await bench.api('GET', `/cardholder/get_cardholder?cardholder_id=${id}`);
  expect(gone.body.message).toMatch(/no cardholder with this id/i);
  const again = await bench.api('DELETE', `/cardholder/delete_cardholder/${id}`);
  expect(again.body.message).toMatch(/no cardholder with this id/i);
});

test('a blacklisted holder is answered with 451', async () => {
  const bench = await startBench();
  const id = await bench.holder();
  await bench.door('POST', `/holders/${id}/decide`, { result: 'blacklisted' });
  expect((await bench.api('POST', '/cards/create_card', cardWish(id))).status).toBe(451);
});
