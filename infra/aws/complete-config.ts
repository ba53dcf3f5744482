import type { Config, Stage } from './config.ts';

/** A configuration that lacks what its stage needs. Its message names every such field. */
export class IncompleteConfig extends Error {}

/**
 * Returns the configuration of a stage if nothing in it is left to fill in. `dev` may keep its placeholders: it can be
 * synthesized without an account, and sends no mail. Throws IncompleteConfig.
 */
export function completeConfig(stage: Stage, config: Config): Config {
  const missing = [...(stage === 'dev' ? [] : missingFields(stage, config)), ...wrongTable(config)];
  if (missing.length === 0) return config;
  throw new IncompleteConfig(`Fill in infra/aws/config.ts, stage ${stage}, first: ${missing.join('; ')}.`);
}

/**
 * Names the stream of a restored table in another account or region. Otherwise functions would find the mistake, one
 * refused call after another.
 */
function wrongTable({ account, region, restoredTable }: Config): readonly string[] {
  const isHere = new RegExp(
    `^arn:aws:dynamodb:${region}:${account ?? '\\d{12}'}:table/[\\w.-]{3,255}/stream/[\\dT:.-]{10,}$`,
  );
  if (restoredTable === undefined || isHere.test(restoredTable.streamArn)) return [];
  return ['restoredTable.streamArn, the LatestStreamArn of a table in that account'];
}

function missingFields(stage: Stage, config: Config): readonly string[] {
  const { account, region, domain, mail, copyBackupsTo, ...others } = config;
  const isAccount = account !== undefined && /^(?!0{12})\d{12}$/.test(account);
  return [
    ...(isAccount ? [] : ['account, the twelve digits of the AWS account']),
    ...(stage !== 'prod' || domain ? [] : ['domain, the name and the certificate of the site']),
    ...(domain && !domain.certificateArn.startsWith(`arn:aws:acm:${region}:${account}:certificate/`)
      ? [`domain.certificateArn, an ACM certificate of ${region} in that account`]
      : []),
    ...(stage !== 'prod' || copyBackupsTo !== undefined
      ? []
      : ['copyBackupsTo, the ARN of a backup vault in another account or region']),
    ...(copyBackupsTo === undefined || isVaultElsewhere(copyBackupsTo, stage, config)
      ? []
      : [`copyBackupsTo, a vault named satchel-${stage} that is not in ${region} of that account`]),
    ...placeholdersIn({ domain, mail, ...others }),
    ...(mail.address.endsWith(`@${mail.domain}`) ? [] : [`mail.address, an address at ${mail.domain}`]),
  ];
}

/**
 * True for a vault of the right name in another account or region. Both vaults have one name, so that alarms need not
 * know by which of them AWS counts a copy.
 */
function isVaultElsewhere(arn: string, stage: Stage, { account, region }: Config): boolean {
  return (
    new RegExp(`^arn:aws:backup:[a-z0-9-]+:\\d{12}:backup-vault:satchel-${stage}$`).test(arn) &&
    !arn.startsWith(`arn:aws:backup:${region}:${account}:`)
  );
}

/** The path of every text under a name that exists for examples only (RFC 2606). */
function placeholdersIn(value: unknown, path: readonly string[] = []): readonly string[] {
  if (typeof value === 'string') {
    return /\bexample(\.(com|net|org))?(?![\w.-])/.test(value) ? [`${path.join('.')}, which is still ${value}`] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => placeholdersIn(each, [...path, name]));
}
