import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { SecretProps } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';

import type { SecretName } from '../definition/types.ts';
import { acknowledge } from './acknowledge.ts';
import type { Config, Stage } from './config.ts';
import { removalOfNamed } from './removal.ts';

/** The product's secrets, and `origin`: the word by which the API knows CloudFront. */
export type Secrets = Readonly<Record<SecretName | 'origin', Secret>>;

/** Our own keys (functions/adapters/keys/keys.ts). Each is 64 letters and digits: 380 bits, and valid base64url. */
const sessionKeys = ['jwtKey', 'refreshKey', 'pepper', 'cursorKey'] as const;

type SecretsProps = { readonly stage: Stage; readonly config: Config };

/**
 * Makes the secrets of a stage. No value is ever written down here: Secrets Manager draws each one, and CloudFormation
 * puts the session's keys together when it deploys. `payments` and `issuer` start with a value that fits nothing, so
 * their functions refuse to work until the operator has put the vendors' keys there (infra/README.md).
 */
export function createSecrets(scope: Construct, { stage, config }: SecretsProps): Secrets {
  const create = (name: string, noRotation: string, props: SecretProps = drawn): Secret => {
    const secret = new Secret(scope, `Secret ${name}`, {
      secretName: `satchel/${stage}/${name}`,
      description: `Satchel (${stage}): ${name}. See infra/README.md.`,
      // A pepper that is gone locks everybody out for good.
      removalPolicy: removalOfNamed(config),
      ...props,
    });
    acknowledge(secret, 'AwsSolutions-SMG4', noRotation);
    return secret;
  };
  const parts = sessionKeys.map((key) => [key, create(`session-${key}`, partReason).secretValue] as const);
  return {
    session: create('session', sessionReason, { secretObjectValue: Object.fromEntries(parts) }),
    payments: create('payments', vendorReason),
    issuer: create('issuer', vendorReason),
    origin: create('origin', originReason),
  };
}

const drawn: SecretProps = { generateSecretString: { passwordLength: 64, excludePunctuation: true } };

const partReason =
  "It is read once, when CloudFormation puts the session's keys together; from then on only `session` counts.";
const sessionReason =
  'Addresses and passwords are hashed with its pepper, so a blind rotation would lock everybody out. Its signing keys are rotated by hand, in two steps, as infra/README.md says.';
const vendorReason =
  'The vendor issues these keys in its dashboard and offers no call to change them, so a rotation function could not work. Rotated by hand; functions read the new value within five minutes.';
const originReason =
  'CloudFront has to get the new word in the same step, as infra/README.md says. The old word stays valid until then.';
