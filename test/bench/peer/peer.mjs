/**
 * A load as one would write it with Fastify and PostgreSQL: session, hold, provider, settlement, idempotency, double entry.
 * Not tuned, and not careless: pooled connections, a schema for the body and one for the reply, rows locked in one order.
 * Started by measure-loads.ts with a channel; answers `{ times }` with the CPU of a load in microseconds.
 */
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

const { database, issuerUrl, issuerToken, secret, userId, cardId, issuerCardId } = JSON.parse(process.argv[2] ?? '');
const pool = new pg.Pool({ ...database, max: 4 });
const app = Fastify({ logger: false });

const signed = (text) => createHmac('sha256', secret).update(text).digest('base64url');

/** Runs statements in one transaction. */
async function inTransaction(work) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

function refusal(statusCode, message) {
  return Object.assign(new Error(message), { statusCode });
}

async function authenticate(request) {
  const [sessionId = '', signature = ''] = String(request.headers.authorization ?? '')
    .slice('Bearer '.length)
    .split('.');
  const expected = Buffer.from(signed(sessionId));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refusal(401, 'sign in');
  const { rows } = await pool.query(
    'SELECT u.id, u.suspended FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1 AND s.expires_at > now()',
    [sessionId],
  );
  if (!rows[0] || rows[0].suspended) throw refusal(401, 'sign in');
  request.userId = rows[0].id;
}

async function post(client, operationId, kind, legs) {
  if (legs.reduce((sum, [, cents]) => sum + cents, 0) !== 0) throw new Error(`${kind} does not balance`);
  const journalId = randomUUID();
  await client.query('INSERT INTO journal (id, operation_id, kind) VALUES ($1, $2, $3)', [
    journalId,
    operationId,
    kind,
  ]);
  await client.query(
    'INSERT INTO entries (journal_id, account, amount_cents) SELECT $1, * FROM unnest($2::text[], $3::bigint[])',
    [journalId, legs.map(([account]) => account), legs.map(([, cents]) => cents)],
  );
}

async function provider(method, path, body) {
  const answer = await fetch(`${issuerUrl}/cards/${path}`, {
    method,
    headers: { token: `Bearer ${issuerToken}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data } = await answer.json();
  if (!answer.ok) throw new Error(`the issuer answers ${answer.status}`);
  return data;
}

/** Stores the claim of the key, the operation and its hold. Returns the first answer of a key that was used. */
async function hold(owner, card, amountCents, key, requestHash) {
  return inTransaction(async (client) => {
    const operationId = randomUUID();
    const claimed = await client.query(
      `INSERT INTO idempotency_keys (user_id, route, key, request_hash, operation_id) VALUES ($1, 'load', $2, $3, $4)
       ON CONFLICT DO NOTHING`,
      [owner, key, requestHash, operationId],
    );
    if (claimed.rowCount === 0) {
      const { rows } = await client.query(
        "SELECT request_hash, response FROM idempotency_keys WHERE user_id = $1 AND route = 'load' AND key = $2",
        [owner, key],
      );
      if (rows[0].request_hash !== requestHash) throw refusal(422, 'the key was used for another request');
      return { response: rows[0].response };
    }
    const wallet = await client.query('SELECT available_cents FROM wallets WHERE user_id = $1 FOR UPDATE', [owner]);
    const found = await client.query('SELECT * FROM cards WHERE id = $1 AND user_id = $2 FOR UPDATE', [card, owner]);
    if (!found.rows[0]) throw refusal(404, 'no such card');
    if (found.rows[0].status !== 'active') throw refusal(422, 'the card is frozen');
    const feeCents = Math.max(100, Math.floor(amountCents / 50));
    if (Number(wallet.rows[0].available_cents) < amountCents + feeCents) throw refusal(422, 'insufficient funds');
    if (Number(found.rows[0].balance_cents) + Number(found.rows[0].pending_cents) + amountCents > 500_000)
      throw refusal(422, 'the card would be too full');
    const total = amountCents + feeCents;
    await client.query(
      "INSERT INTO operations (id, user_id, card_id, state, amount_cents, fee_cents, attempts) VALUES ($1, $2, $3, 'submitted', $4, $5, 1)",
      [operationId, owner, card, amountCents, feeCents],
    );
    await post(client, operationId, 'reserved', [
      [`available:${owner}`, total],
      [`held:${owner}`, -total],
    ]);
    await client.query(
      'UPDATE wallets SET available_cents = available_cents - $2, held_cents = held_cents + $2 WHERE user_id = $1',
      [owner, total],
    );
    await client.query('UPDATE cards SET pending_cents = pending_cents + $2 WHERE id = $1', [card, amountCents]);
    return { operationId, feeCents, issuerCard: found.rows[0].issuer_card_id };
  });
}

/** Spends the hold: books, balances, the line of the card and the answer of the key in one transaction. */
async function settle(owner, card, amountCents, key, { operationId, feeCents }) {
  return inTransaction(async (client) => {
    const operation = await client.query('SELECT state FROM operations WHERE id = $1 FOR UPDATE', [operationId]);
    if (operation.rows[0].state !== 'submitted') throw new Error('it has ended');
    const total = amountCents + feeCents;
    await post(client, operationId, 'settled', [
      [`held:${owner}`, total],
      [`card:${card}`, -amountCents],
      ['revenue:load', -feeCents],
      ['issuer:allocated', amountCents],
      ['issuer:float', -amountCents],
    ]);
    await client.query('UPDATE wallets SET held_cents = held_cents - $2 WHERE user_id = $1', [owner, total]);
    const { rows } = await client.query(
      `UPDATE cards SET pending_cents = pending_cents - $2, balance_cents = balance_cents + $2 WHERE id = $1
       RETURNING id, name, status, balance_cents::int AS balance, pending_cents::int AS held`,
      [card, amountCents],
    );
    await client.query('INSERT INTO card_lines (card_id, operation_id, amount_cents) VALUES ($1, $2, $3)', [
      card,
      operationId,
      amountCents,
    ]);
    await client.query("UPDATE operations SET state = 'settled', updated_at = now() WHERE id = $1", [operationId]);
    const reply = { card: rows[0] };
    await client.query("UPDATE idempotency_keys SET response = $3 WHERE user_id = $1 AND route = 'load' AND key = $2", [
      owner,
      key,
      reply,
    ]);
    return reply;
  });
}

const card = { type: 'object', additionalProperties: true };
app.post(
  '/cards/:id/load',
  {
    preHandler: authenticate,
    schema: {
      headers: { type: 'object', required: ['idempotency-key'], properties: { 'idempotency-key': { type: 'string' } } },
      body: {
        type: 'object',
        required: ['amount'],
        properties: { amount: { type: 'integer', minimum: 1, maximum: 500_000 } },
      },
      response: { 200: { type: 'object', properties: { card } } },
    },
  },
  // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Fastify answers what a handler rejects with; Express does not.
  async (request) => {
    const { userId: owner, params, body } = request;
    const key = request.headers['idempotency-key'];
    const requestHash = createHash('sha256')
      .update(JSON.stringify([params.id, body]))
      .digest('base64url');
    const held = await hold(owner, params.id, body.amount, key, requestHash);
    if (held.operationId === undefined) {
      if (held.response === null) throw refusal(409, 'the first request is under way');
      return held.response;
    }
    await provider('PATCH', 'fund_card_asynchronously', {
      card_id: held.issuerCard,
      amount: String(body.amount),
      transaction_reference: held.operationId,
      currency: 'USD',
    });
    const query = new URLSearchParams({ card_id: held.issuerCard, client_transaction_reference: held.operationId });
    const status = await provider('GET', `get_card_transaction_status?${query}`);
    if (status.transaction_status !== 'SUCCESSFUL') throw refusal(503, 'not yet');
    return settle(owner, params.id, body.amount, key, held);
  },
);

async function prepare() {
  await pool.query('INSERT INTO users (id, email) VALUES ($1, $2)', [userId, 'peer@example.com']);
  await pool.query("INSERT INTO sessions VALUES ('session-1', $1, now() + interval '1 day')", [userId]);
  await pool.query('INSERT INTO wallets VALUES ($1, 1000000000, 0)', [userId]);
  await pool.query("INSERT INTO cards VALUES ($1, $2, $3, 'Everyday', 'active', 0, 0)", [cardId, userId, issuerCardId]);
}

async function load() {
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: `/cards/${cardId}/load`,
    headers: { authorization: `Bearer session-1.${signed('session-1')}`, 'idempotency-key': randomUUID() },
    payload: { amount: 1 },
  });
  if (statusCode !== 200) throw new Error(`the peer answers ${statusCode}: ${body}`);
}

await app.ready();
await prepare();
async function measure(times) {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) await load();
  const { user, system } = process.cpuUsage(before);
  process.send((user + system) / times);
}

process.on('message', ({ times }) => void measure(times));
process.send('ready');
