import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { DataFile, ManifestSummary } from './export-table.ts';

/** An item in DynamoDB's own JSON. */
export type WireItem = Readonly<Record<string, AttributeValue>>;

/** Thrown at an export that is incomplete or was changed. */
export class DamagedExport extends Error {}

/**
 * Reads an export from its folder, ours or one that was downloaded from S3 (the folder with the manifests). Checks each
 * file before any of its items is given out, and the number of all at the end. Throws DamagedExport.
 */
export function* readExport(folder: string): Generator<WireItem> {
  const summary = JSON.parse(checked(folder, 'manifest-summary')) as ManifestSummary;
  const { itemCount, outputFormat } = summary;
  if (outputFormat !== 'DYNAMODB_JSON') throw new DamagedExport(`the export is ${outputFormat}, not DYNAMODB_JSON`);
  let count = 0;
  for (const line of linesOf(checked(folder, 'manifest-files'))) {
    const file = JSON.parse(line) as DataFile;
    // AWS names a file by its key in the bucket; here all files are in one folder.
    const name = path.join('data', path.basename(file.dataFileS3Key));
    const content = readPart(folder, name);
    if (hash('md5', content, 'base64') !== file.md5Checksum)
      throw new DamagedExport(`${name} is not as it was written`);
    const items = linesOf(gunzipSync(content).toString('utf8'));
    if (items.length !== file.itemCount)
      throw new DamagedExport(`${name} has ${items.length} items, not ${file.itemCount}`);
    count += items.length;
    for (const item of items) yield (JSON.parse(item) as { readonly Item: WireItem }).Item;
  }
  if (count !== itemCount) throw new DamagedExport(`the export has ${count} items, not ${itemCount}`);
}

function checked(folder: string, name: string): string {
  const content = readPart(folder, `${name}.json`);
  if (hash('md5', content, 'base64') !== readPart(folder, `${name}.md5`).toString('utf8').trim())
    throw new DamagedExport(`${name}.json is not as it was written`);
  return content.toString('utf8');
}

function readPart(folder: string, name: string): Buffer {
  try {
    return readFileSync(path.join(folder, name));
  } catch (thrown) {
    throw new DamagedExport(`${name} is missing`, { cause: thrown });
  }
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}
