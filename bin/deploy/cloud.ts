/** A stack as it stands in the account. */
export type DeployedStack = { readonly status: string; readonly outputs: Readonly<Record<string, string>> };

/** The part of a table's settings that a restore does not bring back. */
export type TableSettings = {
  readonly streamArn: string | undefined;
  readonly hasBothImages: boolean;
  readonly isProtected: boolean;
  readonly recovers: boolean;
  /** The attribute by which items expire. */
  readonly expiresBy: string | undefined;
  readonly indexes: readonly string[];
};

/** AWS as far as a deployment asks it. Every call may throw CommandFailure with AWS's own words. */
export type Cloud = {
  /** The account whose credentials are in use. */
  account(): Promise<string>;
  /** Maximum number of functions that the account runs at once. */
  concurrency(): Promise<number>;
  /** False while SES is in its sandbox, where only verified addresses get mail, or does not send at all. */
  mailsEverybody(): Promise<boolean>;
  mailDomain(domain: string): Promise<'absent' | 'unverified' | 'verified'>;
  certificate(arn: string): Promise<{ readonly status: string; readonly names: readonly string[] } | undefined>;
  /** Reads the settings of a table; undefined when no table has this name. */
  table(name: string): Promise<TableSettings | undefined>;
  /** The version of the CDK's bootstrap, or undefined where the account has none. */
  bootstrapVersion(): Promise<number | undefined>;
  stack(name: string): Promise<DeployedStack | undefined>;
  /** The text of the template that a stack was last deployed with. */
  template(stackName: string): Promise<string>;
  /** Deploys a template as it is, with the parameters that the stack has. Does nothing when nothing would change. */
  putBack(stackName: string, template: string): Promise<void>;
  /** The alarms that ring now and whose names begin with this prefix, with their descriptions. */
  ringing(namePrefix: string): Promise<readonly { readonly name: string; readonly description: string }[]>;
  /** The number of subscriptions to a topic that were confirmed. */
  subscribers(topicArn: string): Promise<number>;
  /** The names of a stack's buckets. */
  buckets(stackName: string): Promise<readonly string[]>;
  /** Deletes everything in a bucket, older versions included. */
  emptyBucket(bucket: string): Promise<void>;
};
