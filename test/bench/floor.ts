import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

/** The least that a function of ours can be: the two clients, which every one needs, and a call of each. */
const secrets = new SecretsManagerClient({});
const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (): Promise<{ readonly statusCode: number }> => {
  await secrets.send(new GetSecretValueCommand({ SecretId: 'session' }));
  const command = new GetCommand({ TableName: 'satchel', Key: { pk: 'USER#usr_nobody', sk: 'PROFILE' } });
  await documents.send(command);
  return { statusCode: 200 };
};
