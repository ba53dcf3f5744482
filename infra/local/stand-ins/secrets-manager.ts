import { createServer } from 'node:http';
import type { Server } from 'node:http';

/** Serves `secretsmanager.GetSecretValue` from memory: the only call that the product makes to Secrets Manager. */
export function createSecretsManager(secrets: ReadonlyMap<string, string>, region: string): Server {
  return createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const { status, answer } = answerCall(secrets, region, String(request.headers['x-amz-target'] ?? ''), body);
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(answer));
    });
  });
}

function answerCall(
  secrets: ReadonlyMap<string, string>,
  region: string,
  target: string,
  body: string,
): { status: number; answer: Record<string, unknown> } {
  if (target !== 'secretsmanager.GetSecretValue') {
    return { status: 400, answer: { __type: 'UnknownOperationException', message: `${target} is not served here.` } };
  }
  const id = readSecretId(body);
  const value = id === undefined ? undefined : secrets.get(id);
  if (id === undefined || value === undefined) {
    const message = "Secrets Manager can't find the specified secret.";
    return { status: 400, answer: { __type: 'ResourceNotFoundException', Message: message, message } };
  }
  return {
    status: 200,
    answer: {
      ARN: `arn:aws:secretsmanager:${region}:000000000000:secret:${id}-local0`,
      Name: id,
      SecretString: value,
      VersionId: '00000000-0000-4000-8000-000000000000',
      VersionStages: ['AWSCURRENT'],
      CreatedDate: 0,
    },
  };
}

function readSecretId(body: string): string | undefined {
  try {
    const { SecretId: id } = JSON.parse(body) as { SecretId?: unknown };
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}
