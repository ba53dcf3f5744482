/** One invocation. The event is JSON already, as Lambda carries it. */
export type Invocation = {
  readonly requestId: string;
  readonly event: string;
  /** The function that is called. */
  readonly of: HostedFunction;
};

/** A function as a worker knows it. */
export type HostedFunction = {
  /** Its `index.mjs`. */
  readonly bundle: string;
  /** All of its environment. */
  readonly variables: Readonly<Record<string, string>>;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
};

/** The outcome of an invocation. `failed` is Lambda's function error: the handler threw, or its environment died. */
export type InvocationOutcome =
  | { readonly kind: 'returned'; readonly payload: string }
  | { readonly kind: 'failed'; readonly error: FunctionError };

/** Lambda's own shape of an error. */
export type FunctionError = {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
};

/** Lambda's limit on a synchronous event and on its answer, in bytes. */
export const payloadLimitBytes = 6 * 1024 * 1024;

/** Describes a function error the way Lambda spells it. */
export function failed(errorType: string, errorMessage: string): InvocationOutcome {
  return { kind: 'failed', error: { errorType, errorMessage } };
}
