import type { Config, Stage } from './config.ts';

/** A configuration that lacks what its stage needs. Its message names every such field. */
export class IncompleteConfig extends Error {}

/**
 * Returns the configuration of a stage if nothing in it is left to fill in. `dev` may keep its placeholders: it can be
 * looked at without an account, and mails nobody. Throws IncompleteConfig.
 */
export function completeConfig(stage: Stage, config: Config): Config {
  const missing = stage === 'dev' ? [] : missingFields(stage, config);
  if (missing.length === 0) return config;
  throw new IncompleteConfig(`Fill in infra/aws/config.ts, stage ${stage}, first: ${missing.join('; ')}.`);
}

function missingFields(stage: Stage, { account, region, domain, mail, ...others }: Config): readonly string[] {
  const isAccount = account !== undefined && /^(?!0{12})\d{12}$/.test(account);
  return [
    ...(isAccount ? [] : ['account, the twelve digits of the AWS account']),
    ...(stage !== 'prod' || domain ? [] : ['domain, the name and the certificate of the site']),
    ...(domain && !domain.certificateArn.startsWith(`arn:aws:acm:${region}:${account}:certificate/`)
      ? [`domain.certificateArn, an ACM certificate of ${region} in that account`]
      : []),
    ...placeholdersIn({ domain, mail, ...others }),
    ...(mail.address.endsWith(`@${mail.domain}`) ? [] : [`mail.address, an address at ${mail.domain}`]),
  ];
}

/** The path of every text under a name that exists for examples only (RFC 2606). */
function placeholdersIn(value: unknown, path: readonly string[] = []): readonly string[] {
  if (typeof value === 'string') {
    return /\bexample(\.(com|net|org))?(?![\w.-])/.test(value) ? [`${path.join('.')}, which is still ${value}`] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => placeholdersIn(each, [...path, name]));
}
