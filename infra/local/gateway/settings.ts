import type { Resources } from '../../definition/types.ts';

/** Everything the gateway process is told by the supervisor; the same again after it was killed. */
export type GatewaySettings = {
  readonly definitionModule: string;
  readonly functionsDirectory: string;
  readonly workerScript: string;
  readonly siteDirectory: string;
  /** Functions that are about to be called: they are loaded at once. */
  readonly warm: readonly string[];
  readonly dataDirectory: string;
  readonly region: string;
  readonly ports: { readonly site: number; readonly control: number; readonly secrets: number };
  readonly resources: Resources;
  readonly endpoints: { readonly dynamodb: string; readonly sqs: string; readonly mail: string };
  /** Addresses of those providers that are simulated here. */
  readonly simulators: { readonly payments?: string; readonly issuer?: string };
};

/** One process of the stack, as the supervisor sees it. */
export type PartState = {
  readonly name: string;
  readonly pid: number | undefined;
  readonly state: 'starting' | 'up' | 'restarting';
  readonly restarts: number;
};

/** What the supervisor tells the gateway beyond what it tells every part. */
export type GatewayMessage =
  | { readonly kind: 'settings'; readonly settings: GatewaySettings }
  /** The functions were built again. */
  | { readonly kind: 'functions'; readonly directory: string }
  | { readonly kind: 'parts'; readonly parts: readonly PartState[] };
