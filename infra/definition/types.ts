/** The parts of the product, as data: the CDK app and the local stack both loop over it, so neither can drift. */

/** A queue of the product. `<id>-dlq` is its dead-letter queue. */
export type QueueDefinition = {
  readonly visibilityTimeoutSeconds: number;
  /** Maximum number of receives before a message moves to the dead-letter queue. */
  readonly maxReceiveCount: number;
  readonly retentionDays: number;
  readonly deadLetterRetentionDays: number;
};

/** The trigger of a function. */
export type Trigger =
  | {
      readonly kind: 'http';
      readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'ANY';
      readonly path: string;
    }
  | {
      readonly kind: 'queue';
      readonly queue: string;
      readonly batchSize: number;
      /** Maximum number of invocations at once. */
      readonly maxConcurrency: number;
    }
  | {
      /** The table's stream: every change of an item, in the order of that item's changes. */
      readonly kind: 'stream';
      readonly batchSize: number;
      /** Maximum time for which a batch is gathered, in seconds. */
      readonly windowSeconds: number;
      /**
       * Maximum number of tries of a batch that fails, in ever smaller parts; the rest then goes to `<function
       * id>-failures`.
       */
      readonly maxAttempts: number;
      /** Only new items that hold one of these entities wake the function: its own writes, above all, do not. */
      readonly newEntities: readonly string[];
      /** Changes of items that hold one of these entities wake it too. */
      readonly changedEntities: readonly string[];
      /** Start of a new deployment: `oldest` is the oldest record in the stream, `latest` only new ones. */
      readonly startsAt: 'oldest' | 'latest';
      readonly deadLetterRetentionDays: number;
    }
  | {
      readonly kind: 'schedule';
      readonly expression: string;
      /** Number of runs that the schedule starts side by side, each with its number, from 1, as `side`; one without. */
      readonly sides?: number;
    };

/** The secrets a function may read, by name. */
export type SecretName = 'session' | 'payments' | 'issuer';

/** The rights of a function. A function without a grant does not compile. */
export type Grant = {
  /**
   * `read` is GetItem, BatchGetItem, TransactGetItems and Query; `write` adds PutItem, UpdateItem, DeleteItem,
   * ConditionCheckItem. Never Scan.
   */
  readonly table?: 'read' | 'write';
  /** May read and add to the list of erasures, in its own table. */
  readonly erasures?: true;
  readonly secrets?: readonly SecretName[];
  /** Queues it may send to. */
  readonly send?: readonly string[];
  /** Knows the floor of the float at the issuer. */
  readonly floatFloor?: true;
  /** Reads the messages of all dead-letter queues; `move` also takes them off. */
  readonly deadLetters?: 'read' | 'move';
  /** May send mail through SES. */
  readonly mail?: true;
  /** May read which addresses SES sends nothing to any more. */
  readonly returnedMails?: true;
  /** Signs access tokens: a call of it opens a session or goes on with one. */
  readonly signIn?: true;
};

/** One Lambda function. */
export type FunctionDefinition = {
  /** `cards.load`, `worker.payment-events`, `job.sweep-operations`: construct id, log field and bundle name. */
  readonly id: string;
  /** Source file, from the repository's root. It exports `handler`. */
  readonly entry: string;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly trigger: Trigger;
  readonly grant: Grant;
};

/** The addresses that differ from one deployment to the next; everything a function's environment is made of. */
export type Resources = {
  readonly tableName: string;
  readonly erasuresTableName: string;
  readonly queueUrls: Readonly<Record<string, string>>;
  /** The dead-letter queue of each queue. */
  readonly deadLetterUrls: Readonly<Record<string, string>>;
  readonly secretIds: Readonly<Record<SecretName, string>>;
  readonly siteUrl: string;
  readonly mailFrom: string;
  readonly paymentsBaseUrl: string;
  /** Origins on which the payment provider shows its hosted pay page. */
  readonly paymentsPayOrigins: string;
  readonly paymentsProfile: 'cryptomus' | 'heleket';
  readonly issuerBaseUrl: string;
  readonly issuerRevealBaseUrl: string;
  /** The part of the float at the issuer that no load and no new card is begun on, in cents. */
  readonly floatFloorCents: string;
  /** CloudWatch's namespace for what this deployment measures. */
  readonly metricsNamespace: string;
};

/** The whole product. */
export type Definition = {
  readonly functions: readonly FunctionDefinition[];
  readonly queues: Readonly<Record<string, QueueDefinition>>;
  /** The environment of one function: every value a string, only what its grant needs. */
  readonly environmentOf: (fn: FunctionDefinition, resources: Resources) => Record<string, string>;
};
