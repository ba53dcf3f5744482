import type { IncomingMessage, ServerResponse } from 'node:http';

import { foreignVisitor } from '../kit/foreign-visitor.ts';
import type { Agenda } from '../kit/agenda.ts';
import { answerPageRequest } from './answer-page-request.ts';
import type { Fault } from './fault-board.ts';
import { type Answer, type Exchange, jsonAnswer, readExchange, writeAnswer } from './http-exchange.ts';
import { answerProviderCall, brokenAnswer } from './provider-api.ts';
import type { ProviderContext } from './provider-call.ts';
import { answerSandboxCall } from './sandbox-api.ts';

const brokenPage =
  '<html>\n<head><title>502 Bad Gateway</title></head>\n<body><center><h1>502 Bad Gateway</h1></center>';

/** Serves one HTTP request: the provider's API under `/v…`, the control door under `/sandbox/`, pages elsewhere. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  context: ProviderContext,
  agenda: Agenda,
): Promise<void> {
  try {
    const exchange = await readExchange(request);
    // Provider calls are signed, and need no such guard.
    const foreign = foreignVisitor(request);
    if (/^\/v\d+\//.test(exchange.path)) await answerWithFaults(exchange, request, response, context);
    else if (foreign !== undefined) writeAnswer(response, jsonAnswer(403, { error: foreign }));
    else if (exchange.path.startsWith('/sandbox/'))
      writeAnswer(response, await answerSandboxCall(exchange, context, agenda));
    else writeAnswer(response, answerPageRequest(exchange, context));
  } catch (error) {
    if (response.headersSent || response.destroyed) return;
    if (error instanceof RangeError) writeAnswer(response, jsonAnswer(413, { error: error.message }));
    else {
      console.error('payment simulator:', error);
      writeAnswer(response, brokenAnswer(500, null));
    }
  }
}

async function answerWithFaults(
  exchange: Exchange,
  request: IncomingMessage,
  response: ServerResponse,
  context: ProviderContext,
): Promise<void> {
  const { parts } = context;
  const fault = parts.faults.takeForCall(exchange.path);
  const act = (): Answer => {
    const answer = answerProviderCall(exchange, context);
    parts.wake();
    return answer;
  };
  switch (fault?.mode) {
    case 'timeout_before':
      holdOpen(request, response, fault);
      return;
    case 'timeout_after':
      act();
      holdOpen(request, response, fault);
      return;
    case 'reset':
      request.socket.resetAndDestroy();
      return;
    case 'reset_after':
      act();
      request.socket.resetAndDestroy();
      return;
    case 'status':
      writeAnswer(response, brokenAnswer(fault.status, fault.message));
      return;
    case 'status_after':
      act();
      writeAnswer(response, brokenAnswer(fault.status, fault.message));
      return;
    case 'garbage':
      writeAnswer(response, garbage(fault, act));
      return;
    case 'slow': {
      // Acts at once and reports late: a webhook can then overtake the answer of the call that caused it.
      const answer = act();
      await pause(fault.delayMs, response);
      if (!response.destroyed) writeAnswer(response, answer);
      return;
    }
    case undefined:
      writeAnswer(response, act());
  }
}

/** An HTML error page of the edge, or for a 200 the proper answer torn in the middle. */
function garbage(fault: Fault, act: () => Answer): Answer {
  if (fault.status >= 300) return { status: fault.status, headers: { 'content-type': 'text/html' }, body: brokenPage };
  const answer = act();
  return { ...answer, status: fault.status, body: answer.body.slice(0, Math.ceil(answer.body.length / 2)) };
}

/** Sends no answer; the connection is cut after the fault's delay, or when the caller gives up. */
function holdOpen(request: IncomingMessage, response: ServerResponse, fault: Fault): void {
  const timer = setTimeout(() => request.socket.destroy(), fault.delayMs);
  response.once('close', () => clearTimeout(timer));
}

async function pause(ms: number, response: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    response.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
