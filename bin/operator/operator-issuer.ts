import path from 'node:path';
import { createBridgecardIssuer } from '#functions/adapters/issuer/bridgecard/create-bridgecard-issuer.ts';
import { program } from '#functions/adapters/issuer/program.ts';
import { readSecret } from '#functions/adapters/secrets/secrets-manager.ts';
import type { CardIssuer } from '#functions/ports/card-issuer.ts';
import type { Clock } from '#functions/ports/clock.ts';
import { issuerVariables, valuesOf } from './deployment-variables.ts';
import { readServices } from './read-services.ts';

type IssuerKeys = { readonly accessToken: string; readonly secretKey: string; readonly webhookSecret: string };

/**
 * Opens the card issuer for a command: that of a local stack, or of a deployment, by ISSUER_SECRET_ID, ISSUER_BASE_URL
 * and ISSUER_REVEAL_BASE_URL. Throws CommandFailure when one of these is not set.
 */
export async function operatorIssuer(services: string | undefined, clock: Clock): Promise<CardIssuer> {
  const { baseUrl, revealBaseUrl, keys } = services === undefined ? await deployed() : local(services);
  return createBridgecardIssuer({ ...keys, baseUrl, revealBaseUrl, holderIdentity: 'none', program, clock });
}

type Source = { readonly baseUrl: string; readonly revealBaseUrl: string; readonly keys: IssuerKeys };

function local(services: string): Source {
  const { issuer } = readServices<{ issuer: string }>(services);
  const secrets = readServices<{ issuer: IssuerKeys }>(path.join(path.dirname(services), 'secrets.json'));
  return { baseUrl: `${issuer}/v1/issuing`, revealBaseUrl: `${issuer}/relay/v1/issuing`, keys: secrets.issuer };
}

async function deployed(): Promise<Source> {
  const {
    ISSUER_SECRET_ID: id,
    ISSUER_BASE_URL: baseUrl,
    ISSUER_REVEAL_BASE_URL: revealBaseUrl,
  } = valuesOf(issuerVariables);
  return { baseUrl, revealBaseUrl, keys: (await readSecret(id)) as IssuerKeys };
}
