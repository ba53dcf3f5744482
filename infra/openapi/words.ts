/** The texts about the whole API. */
export const overview = `Paths are under \`/api\` on the site's own origin. JSON in, JSON out; a success is the bare object or array.

**Money** is an integer in US cents. **Dates** are ISO 8601 in UTC. **Ids** carry a prefix and sort by time.

**Sessions** are cookies: \`POST /auth/login\` sets them, \`GET /auth/refresh\` renews them, no script can read them. \`401 InvalidAccessToken\` is the one answer after which refreshing helps.

**Refusals** have one shape: \`code\` for programs, \`message\` for people, \`fields\` where a field is at fault, \`requestId\` for us. Another person’s object is \`404\`, never \`403\`.

**Lists** are newest first, at most \`limit\` items; \`Link\` leads to the next page.

**Money mutations** take \`Idempotency-Key\`: the same key with the same request is answered like the first time, with \`Idempotency-Replayed: true\`, a decided refusal (422) included; with another request it is refused. Take a new key after each decided answer.`;

/** The groups of calls, in the order of the page. A group without its sentence fails a test. */
export const tags = [
  { name: 'auth', description: 'Accounts and sessions.' },
  { name: 'user', description: 'The signed-in person, and everybody for admins.' },
  { name: 'sessions', description: 'Where the person is signed in.' },
  { name: 'notifications', description: 'Events of the account, as the site shows them.' },
  { name: 'transactions', description: 'Deposits and the list of all activity of the account.' },
  { name: 'prices', description: 'The prices, for everybody.' },
  { name: 'status', description: 'The state of the platform, for everybody.' },
  { name: 'subscriptions', description: 'Recurring payments, found in the purchases of the cards.' },
  { name: 'activity', description: 'Movements of the account and purchases of the cards in one list.' },
  { name: 'cards', description: 'Virtual cards: created, loaded, frozen, revealed, deleted.' },
  { name: 'cases', description: 'Payments that a cardholder reported, with the messages about them.' },
  { name: 'operations', description: 'How something stands that was answered with 202.' },
  { name: 'referrals', description: 'What referring people earns.' },
  { name: 'admin', description: 'The platform’s statistics, and what admins may do to an account.' },
  { name: 'webhooks', description: 'Where the providers call us. Not for anybody else.' },
] as const;
