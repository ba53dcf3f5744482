import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { EntityChange } from '#functions/ports/table-change.ts';
import { entityFields } from './entity-reader.ts';
import { upgraded } from './upgrade-card.ts';

const changing: ReadonlySet<unknown> = new Set(['card', 'deposit', 'wallet', 'referralAccount', 'case']);

/** Reads a record of the table's stream with its images; undefined for a kind that no worker follows. */
export function readChange({ eventName, dynamodb }: DynamoDBRecord): EntityChange | undefined {
  const kind = dynamodb?.NewImage?.['entity']?.S;
  const after = entityOf(dynamodb?.NewImage);
  if (after === undefined) return undefined;
  if (kind === 'audit' && eventName === 'INSERT') return { kind, after } as unknown as EntityChange;
  const before = entityOf(dynamodb?.OldImage);
  if (!changing.has(kind) || eventName !== 'MODIFY' || before === undefined) return undefined;
  return { kind, before, after } as unknown as EntityChange;
}

/** The entity in an image, in its present form. */
function entityOf(image: NonNullable<DynamoDBRecord['dynamodb']>['NewImage']): Record<string, unknown> | undefined {
  if (image === undefined) return undefined;
  const item = unmarshall(image as Record<string, AttributeValue>);
  return upgraded(item['entity'], entityFields(item));
}
