import type { FaultRule, IssuerRequest } from '../books/records.ts';
import { type AnswerMode, answerModes } from '../engine/fault-modes.ts';
import { type Answer, type Issuer, schedule } from '../engine/issuer.ts';
import { refusals } from '../engine/issuer-refusal.ts';
import { answerRequest } from './answer-request.ts';

/**
 * The end of a call for the client: an answer, a text that is no JSON, or a connection that breaks. Delays are real
 * time.
 */
export type Ending =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly afterMs: number }
  | { readonly kind: 'garbage'; readonly status: number; readonly text: string }
  | { readonly kind: 'break'; readonly afterMs: number };

/** The end of a call, and the fault that caused it. */
export type Outcome = { readonly ending: Ending; readonly fault: AnswerMode | null };

/** Carries a call out, unless a fault says otherwise, and says how it ends for the client. */
export function planOutcome(issuer: Issuer, request: IssuerRequest): Outcome {
  const rule = issuer.faults.takeFirst(request.target, answerModes);
  const act = (): Answer => answerRequest(issuer, request);
  if (!rule) return { ending: answer(act()), fault: null };
  return { ending: spoilers[rule.mode]({ issuer, request, rule, act }), fault: rule.mode };
}

type Spoiling = {
  readonly issuer: Issuer;
  readonly request: IssuerRequest;
  readonly rule: FaultRule;
  readonly act: () => Answer;
};

const spoilers: Record<AnswerMode, (spoiling: Spoiling) => Ending> = {
  timeout_before: (spoiling) => timeOut(spoiling),
  timeout_after: (spoiling) => {
    spoiling.act();
    return timeOut(spoiling);
  },
  reset: () => ({ kind: 'break', afterMs: 0 }),
  reset_after: ({ act }) => {
    act();
    return { kind: 'break', afterMs: 0 };
  },
  status: ({ rule }) => forced(rule),
  status_after: ({ rule, act }) => {
    act();
    return forced(rule);
  },
  garbage: ({ rule, act }) => {
    const whole = JSON.stringify(act().body);
    return { kind: 'garbage', status: rule.status ?? 200, text: whole.slice(0, Math.ceil(whole.length / 2)) };
  },
  slow: ({ rule, act }) => answer(act(), rule.delayMs ?? 2_000),
  late_apply: ({ issuer, request, rule }) => {
    schedule(issuer, { kind: 'apply_late', request }, rule.delayMs ?? 30_000);
    if (rule.status !== null) return forced(rule);
    return { kind: 'break', afterMs: issuer.settings().timeoutHoldMs };
  },
  unauthorized: () => answer({ status: 401, body: refusals.invalidToken().body }),
  rate_limited: ({ rule }) =>
    answer({ status: rule.status ?? 420, body: { message: 'Too many requests, try again later' } }),
};

function answer(given: Answer, afterMs = 0): Ending {
  return { kind: 'answer', answer: given, afterMs };
}

function forced(rule: FaultRule): Ending {
  return answer({ status: rule.status ?? 500, body: { message: 'Something went wrong, try again later' } });
}

function timeOut({ issuer, rule }: Spoiling): Ending {
  return { kind: 'break', afterMs: rule.delayMs ?? issuer.settings().timeoutHoldMs };
}
