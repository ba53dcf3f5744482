import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { paginateScan, type DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** Maximum number of items per file. */
const itemsPerFile = 2_000;

/** A data file of an export, as `manifest-files.json` lists it, one line each. */
export type DataFile = {
  readonly itemCount: number;
  /** Base64 MD5 of the compressed file. */
  readonly md5Checksum: string;
  readonly dataFileS3Key: string;
};

/** The part of `manifest-summary.json` that a restore reads. */
export type ManifestSummary = {
  readonly exportTime: string;
  readonly outputFormat: string;
  readonly itemCount: number;
  readonly manifestFilesS3Key: string;
};

/**
 * Writes a table into a folder as DynamoDB exports one to S3: lines of DynamoDB's JSON, compressed, and two manifests
 * with checksums. Nothing may write to the table meanwhile. Returns the number of items.
 */
export async function exportTable(client: DynamoDBClient, tableName: string, folder: string): Promise<number> {
  mkdirSync(path.join(folder, 'data'), { recursive: true, mode: 0o700 });
  const files: DataFile[] = [];
  let lines: string[] = [];
  const flush = (): void => {
    if (lines.length === 0) return;
    const content = gzipSync(lines.map((line) => `${line}\n`).join(''));
    const dataFileS3Key = `data/${String(files.length).padStart(4, '0')}.json.gz`;
    writeFileSync(path.join(folder, dataFileS3Key), content);
    files.push({ itemCount: lines.length, md5Checksum: hash('md5', content, 'base64'), dataFileS3Key });
    lines = [];
  };
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName, ConsistentRead: true })) {
    for (const Item of Items) {
      lines.push(JSON.stringify({ Item }));
      if (lines.length === itemsPerFile) flush();
    }
  }
  flush();
  const itemCount = files.reduce((sum, file) => sum + file.itemCount, 0);
  const write = (name: string, content: string): void => {
    writeFileSync(path.join(folder, `${name}.json`), content);
    writeFileSync(path.join(folder, `${name}.md5`), hash('md5', content, 'base64'));
  };
  write('manifest-files', files.map((file) => `${JSON.stringify(file)}\n`).join(''));
  const summary: ManifestSummary = {
    exportTime: new Date().toISOString(),
    outputFormat: 'DYNAMODB_JSON',
    itemCount,
    manifestFilesS3Key: 'manifest-files.json',
  };
  write('manifest-summary', JSON.stringify(summary));
  return itemCount;
}
