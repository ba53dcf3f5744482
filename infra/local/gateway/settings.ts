import type { Resources } from '../../definition/types.ts';

/** The settings that the supervisor sends to the gateway process, again after each restart. */
export type GatewaySettings = {
  readonly definitionModule: string;
  readonly functionsDirectory: string;
  /** True when the functions were built to run together in a thread. */
  readonly isTogether: boolean;
  readonly workerScript: string;
  readonly siteDirectory: string;
  /** Functions that are about to be called: they are loaded at once. */
  readonly warm: readonly string[];
  readonly dataDirectory: string;
  readonly region: string;
  readonly ports: { readonly site: number; readonly control: number; readonly secrets: number };
  readonly resources: Resources;
  /** The demo's admin, who needs no second factor; undefined in a stack without the demo. */
  readonly demoAdminEmail: string | undefined;
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

/** The messages of the supervisor to the gateway, beyond those to every part. */
export type GatewayMessage =
  | { readonly kind: 'settings'; readonly settings: GatewaySettings }
  /** The functions were built again. */
  | { readonly kind: 'functions'; readonly directory: string }
  | { readonly kind: 'parts'; readonly parts: readonly PartState[] };
