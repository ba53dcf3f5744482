import { RetentionDays } from 'aws-cdk-lib/aws-logs';

import type { Resources } from '../definition/types.ts';
import type { FloatLimits } from './float-alarms.ts';

/** The deployments there are. `npx cdk synth -c stage=prod` chooses one; `dev` is the default. */
export const stages = ['dev', 'staging', 'prod'] as const;

/** The name of a deployment. */
export type Stage = (typeof stages)[number];

/**
 * The settings that differ between stages. Nothing here is secret: secrets are filled in after the first deployment.
 */
export type Config = {
  /** The one AWS account that this stage may be deployed to. Only `dev` goes without: to whatever account is signed in. */
  readonly account?: string;
  /** Fixed, so that nothing is looked up. CloudFront takes certificates and firewalls from us-east-1 only. */
  readonly region: 'us-east-1';
  /** The site's own name. Without one the site answers under CloudFront's. */
  readonly domain?: { readonly name: string; readonly certificateArn: string };
  /** CloudFormation reads the origin secret again only when the distribution changes: raise this after a rotation. */
  readonly originWord: number;
  /** Mails come from here. The domain becomes an SES identity; its DKIM records are the operator's to publish. */
  readonly mail: { readonly domain: string; readonly address: string };
  readonly providers: Pick<
    Resources,
    'paymentsBaseUrl' | 'paymentsPayOrigins' | 'paymentsProfile' | 'issuerBaseUrl' | 'issuerRevealBaseUrl'
  >;
  /** Our float at the issuer: the money there that loads and new cards are paid from. */
  readonly float: FloatLimits;
  /** Where the issuer's pictures of merchants come from, as origins. Without one rows show a monogram. */
  readonly merchantLogoOrigins: readonly string[];
  /** Monthly budget of the account, and the operator's address, which gets a mail when the cost nears or exceeds it. */
  readonly budget?: { readonly monthlyUsd: number; readonly email: string };
  /**
   * The backup vault in another account or region that each day's backup is copied to. Production does not go without:
   * what deletes this account's backups must not reach it.
   */
  readonly copyBackupsTo?: string;
  /** After a restore: the stream of the table that took the place of ours. infra/RUNBOOK.md, *Table lost*. */
  readonly restoredTable?: { readonly streamArn: string };
  readonly logRetention: RetentionDays;
  /**
   * True for a stage whose data nobody misses: deleting its stacks removes everything. Otherwise everything is kept.
   */
  readonly isDisposable: boolean;
  /**
   * Maximum number of sign-ins and registrations that hash a password at once, so that a flood of them leaves the
   * account's concurrency to the calls that move money. Needs a quota of some hundred; a new AWS account has ten.
   */
  readonly hashingConcurrency?: number;
  /**
   * Concurrency of the guard that lets CloudFront in: kept free for it, and the most that a flood of wrong words takes.
   * One run takes some milliseconds.
   */
  readonly guardConcurrency?: number;
};

const cryptomus = {
  paymentsBaseUrl: 'https://api.cryptomus.com',
  paymentsPayOrigins: 'https://pay.cryptomus.com',
  paymentsProfile: 'cryptomus',
} as const;

const bridgecardSandbox = {
  issuerBaseUrl: 'https://issuecards.api.bridgecard.co/v1/issuing/sandbox',
  issuerRevealBaseUrl: 'https://issuecards-api-bridgecard-co.relay.evervault.com/v1/issuing/sandbox',
} as const;

/**
 * The configuration of every stage. Names under `.example` are placeholders: infra/README.md says what to put there.
 */
export const configs: Record<Stage, Config> = {
  dev: {
    region: 'us-east-1',
    originWord: 1,
    mail: { domain: 'dev.satchel.example', address: 'no-reply@dev.satchel.example' },
    providers: { ...cryptomus, ...bridgecardSandbox },
    float: { floorCents: 1_000_00, warnDays: 3, pageDays: 1 },
    merchantLogoOrigins: [],
    logRetention: RetentionDays.TWO_WEEKS,
    isDisposable: true,
  },
  // As production in everything but the issuer's sandbox and the size of the float.
  staging: {
    region: 'us-east-1',
    originWord: 1,
    mail: { domain: 'staging.satchel.example', address: 'no-reply@staging.satchel.example' },
    providers: { ...cryptomus, ...bridgecardSandbox },
    float: { floorCents: 1_000_00, warnDays: 3, pageDays: 1 },
    merchantLogoOrigins: [],
    budget: { monthlyUsd: 100, email: 'operations@satchel.example' },
    logRetention: RetentionDays.TWO_WEEKS,
    isDisposable: false,
    hashingConcurrency: 50,
    guardConcurrency: 20,
  },
  prod: {
    region: 'us-east-1',
    originWord: 1,
    mail: { domain: 'satchel.example', address: 'no-reply@satchel.example' },
    providers: {
      ...cryptomus,
      issuerBaseUrl: 'https://issuecards.api.bridgecard.co/v1/issuing',
      issuerRevealBaseUrl: 'https://issuecards-api-bridgecard-co.relay.evervault.com/v1/issuing',
    },
    float: { floorCents: 25_000_00, warnDays: 3, pageDays: 1 },
    merchantLogoOrigins: [],
    budget: { monthlyUsd: 300, email: 'operations@satchel.example' },
    logRetention: RetentionDays.THREE_MONTHS,
    isDisposable: false,
    hashingConcurrency: 50,
    guardConcurrency: 20,
  },
};

/** Reads a stage's name as it was given on the command line. */
export function readStage(name: unknown): Stage {
  const stage = stages.find((each) => each === name);
  if (stage !== undefined) return stage;
  throw new Error(`The stage is ${stages.join(', ')}, not ${String(name)}: npx cdk synth -c stage=dev`);
}
