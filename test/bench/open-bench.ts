import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { RouteId } from '#shared/contract/index.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { insert, type Store } from '#functions/ports/store.ts';
import { openCostStage } from '#test/cost/cost-stage.ts';
import { samples } from '#test/support/sample-entities.ts';
import { cookiesOf } from '#test/support/signed-in.ts';
import { serveStage } from './serve-stage.ts';

/** A served platform with a person who has a card and a hundred lines of activity, and requests of theirs. */
export type Bench = {
  readonly address: string;
  /** The event of a request; `query` as API Gateway hands it over. */
  readonly eventOf: (
    route: RouteId,
    query?: Readonly<Record<string, string>>,
    sent?: { readonly params: Readonly<Record<string, string>>; readonly body: object },
  ) => APIGatewayProxyEventV2;
  readonly store: Store;
  readonly user: User;
  readonly card: Card;
  close(): void;
};

/** Opens a bench at the present time: a function that is started here takes its tokens. */
export async function openBench(): Promise<Bench> {
  const { services, world, user, card, client } = await openCostStage(100);
  world.clock.advance(Date.now() - world.clock.now());
  const { store, random } = services;
  for (let line = 0; line < 100; line += 1) {
    const subjectId = random.id('operation');
    await store.commit([insert('movement', { ...samples.movement, userId: user.userId, subjectId, tid: subjectId })]);
  }
  const cookies = Object.entries(await cookiesOf(services, user)).map(([name, value]) => `${name}=${value}`);
  const eventOf: Bench['eventOf'] = (route, query, sent) =>
    ({
      version: '2.0',
      routeKey: route,
      headers: { host: 'satchel.example', ...(sent && { 'content-type': 'application/json' }) },
      cookies,
      ...(sent && { pathParameters: sent.params, body: JSON.stringify(sent.body) }),
      ...(query && { queryStringParameters: query }),
      isBase64Encoded: false,
      requestContext: { requestId: 'request-1', http: { sourceIp: '198.51.100.7', userAgent: 'bench' } },
    }) as unknown as APIGatewayProxyEventV2;
  return { ...(await serveStage(client)), eventOf, store, user, card };
}
