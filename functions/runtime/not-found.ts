import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { AppError } from '#shared/errors.ts';
import { refuse } from './respond.ts';

/** The Lambda behind every path and method under `/api` that is no route. */
export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  return refuse(new AppError('NotFound', 'There is nothing at this address.'), event.requestContext.requestId);
}
