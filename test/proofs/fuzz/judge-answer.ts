import { codesOfRoute } from '#shared/contract/codes-of-route.ts';
import { routes, type Route } from '#shared/contract/index.ts';
import { errorStatus, type ErrorCode } from '#shared/errors.ts';
import type { WireAnswer } from './wire.ts';
import type { WrongRequest } from './wrong-request.ts';

/** Returns the fault of the reply to a wrong request, in words; undefined when the reply is right. */
export function judgeAnswer(wrong: WrongRequest, answer: WireAnswer): string | undefined {
  const { status, text } = answer;
  if (status >= 500) return `${status} ${text.slice(0, 200)}`;
  if (status < 400) return judgeSuccess(wrong, answer);
  if (wrong.method === 'HEAD') return text === '' ? undefined : 'HEAD with a body';
  const body = parsed(text);
  if (body === undefined) return `${status} with a body that is no JSON object: ${text.slice(0, 100)}`;
  return judgeRefusal(wrong, status, body) ?? judgeHeaders(answer, body);
}

function judgeSuccess(wrong: WrongRequest, { status, text }: WireAnswer): string | undefined {
  if (wrong.mustRefuse) return `taken with ${status}`;
  if (wrong.method === 'HEAD') return undefined;
  const route: Route = routes[wrong.routeId];
  if (status !== route.status && !(route.accepted && status === 202)) return `${status} is not declared`;
  const body: unknown = JSON.parse(text);
  const reply = route.reply.safeParse(body);
  if (!reply.success) return `a reply that is none: ${text.slice(0, 200)}`;
  return JSON.stringify(reply.data).length === JSON.stringify(body).length
    ? undefined
    : 'a reply with undeclared fields';
}

function judgeRefusal(wrong: WrongRequest, status: number, body: Record<string, unknown>): string | undefined {
  const { code, message, fields, requestId, ...more } = body;
  if (Object.keys(more).length > 0) return `undeclared fields ${Object.keys(more).join(', ')}`;
  if (typeof requestId !== 'string' || requestId === '') return 'no requestId';
  if (typeof message !== 'string' || !/^\S[\s\S]*[.!?]$/.test(message)) return `no sentence: ${String(message)}`;
  if (/\b(at .*:\d+:\d+|node_modules|undefined|\[object|TypeError|Dynamo|zod)\b/i.test(sayingOf(message, wrong))) {
    return `a message from inside: ${message}`;
  }
  const known: readonly string[] = wrong.isOtherRoute
    ? Object.keys(errorStatus)
    : [...codesOfRoute(routes[wrong.routeId]), ...(wrong.isAddress ? ['NotFound'] : [])];
  if (typeof code !== 'string' || !known.includes(code)) return `the code ${String(code)} is not the route's`;
  if (errorStatus[code as ErrorCode] !== status) return `${code} with ${status}`;
  if (code !== 'ValidationFailed') return fields === undefined ? undefined : `${code} with fields`;
  if (fields === null || typeof fields !== 'object' || Object.keys(fields).length === 0) return 'no fields';
  if (Object.values(fields).some((why) => typeof why !== 'string' || why === '')) return 'a field without a reason';
  if (wrong.field === undefined) return undefined;
  const named = Object.keys(fields).some((name) => name === wrong.field || name.startsWith(`${wrong.field}.`));
  return named ? undefined : `${wrong.field} is not among ${Object.keys(fields).join(', ')}`;
}

/** A field's name may stand in the message, even one that the sender made up. */
function sayingOf(message: string, { field }: WrongRequest): string {
  return field === undefined ? message : message.replace(field, '');
}

function judgeHeaders({ headers, status }: WireAnswer, body: Record<string, unknown>): string | undefined {
  if (!headers['content-type']?.startsWith('application/json')) return `content-type ${headers['content-type']}`;
  if (headers['cache-control'] !== 'no-store') return 'may be cached';
  if (headers['x-request-id'] !== body['requestId']) return 'x-request-id is another than in the body';
  if (status === 429 && !/^\d+$/.test(headers['retry-after'] ?? '')) return '429 without Retry-After';
  return undefined;
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
