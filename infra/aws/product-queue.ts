import type { Queue } from 'aws-cdk-lib/aws-sqs';

/** A queue, and the one that keeps the messages that its worker failed on. */
export type ProductQueue = { readonly queue: Queue; readonly deadLetters: Queue };
