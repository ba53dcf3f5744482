import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { routeIds, routes, type Route } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { refuse } from './respond.ts';

/** The Lambda behind every path and method under `/api` that is no route. */
export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const { requestId } = event.requestContext;
  const methods = methodsAt(event.rawPath);
  if (methods.length === 0) return refuse(new AppError('NotFound', 'Nothing exists at this address.'), requestId);
  const allow = methods.join(', ');
  return refuse(new AppError('MethodNotAllowed', `Use ${allow} for this address.`, { headers: { allow } }), requestId);
}

/** The methods of the routes at a path, in the order of the contract. */
function methodsAt(path: string): readonly string[] {
  const [, root, ...asked] = path.split('/');
  if (root !== 'api') return [];
  const there = routeIds.map((id): Route => routes[id]).filter((route) => leadsTo(route, asked));
  return [...new Set(there.map(({ method }) => method))];
}

function leadsTo({ path }: Route, asked: readonly string[]): boolean {
  const parts = path.split('/').slice(1);
  return (
    parts.length === asked.length &&
    parts.every((part, at) => (part.startsWith('{') ? asked[at] !== '' : part === asked[at]))
  );
}
