import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';

import type { Artifacts } from '#infra/aws/build-artifacts.ts';
import { configs } from '#infra/aws/config.ts';
import type { Config, Stage } from '#infra/aws/config.ts';
import { buildSiteFunction } from '#infra/aws/edge/build-site-function.ts';
import { addStacks } from '#infra/aws/stacks.ts';
import type { Stacks } from '#infra/aws/stacks.ts';
import { repositoryRoot } from '#infra/build/content-addressed-build.ts';
import { definition } from '#infra/definition/index.ts';

/** One resource of a template. */
export type Resource = { readonly Type: string; readonly Properties: Record<string, unknown> } & Record<
  string,
  unknown
>;

/** Account and names that stand for those of an operator. */
const account = '123456789012';

/** The configuration of a stage as an operator fills it in. `dev` stays as it is, without an account. */
export function filledConfig(stage: Stage): Config {
  const config = configs[stage];
  if (stage === 'dev') return config;
  const name = `${stage}.satchel-cards.dev`;
  const certificateArn = `arn:aws:acm:us-east-1:${account}:certificate/0a1b2c3d-0000-4000-8000-000000000000`;
  return {
    ...config,
    account,
    domain: { name, certificateArn },
    mail: { domain: name, address: `no-reply@${name}` },
    copyBackupsTo: `arn:aws:backup:us-west-2:999999999999:backup-vault:satchel-${stage}`,
    ...(config.budget && { budget: { ...config.budget, email: `operations@${name}` } }),
  };
}

/** How a template of a stage names the account that it is deployed to. */
export function accountIn(stage: Stage): unknown {
  return filledConfig(stage).account ?? { Ref: 'AWS::AccountId' };
}

/** As the site's build would have written it. */
export const inlineHashes = { scripts: ["'sha256-NWnwC6pIwiVC1jtf9hLPn5MPD9Zlw9X8/AcoH7tBi9A='"] };

/** A stage, synthesized. */
export type Synthesis = {
  readonly stacks: Stacks;
  readonly templates: Readonly<Record<keyof Stacks, Template>>;
  readonly siteFunction: string;
  /** The resources of one type in one stack, by logical id. */
  readonly resources: (stack: keyof Stacks, type: string) => Readonly<Record<string, Resource>>;
  /** The properties of the one resource of its type in a stack. */
  readonly single: (stack: keyof Stacks, type: string) => Resource['Properties'];
};

/** Changes to a stage, and whether CloudFormation's own schema rules are checked as well. */
type Wishes = { readonly changes?: Partial<Config>; readonly validate?: boolean };

/** The stages as they are: the files of tests in a process share them, and only read. */
const plain = new Map<Stage, Promise<Synthesis>>();

/**
 * Synthesizes a stage as `npx cdk synth` does, cdk-nag's checks included, but with empty functions and an empty site.
 * `validate` adds CloudFormation's own schema rules; they take longer than everything else together.
 */
export function synthesize(stage: Stage, wishes: Wishes = {}): Promise<Synthesis> {
  if (wishes.changes !== undefined) return synthesizeNow(stage, wishes);
  // A stage that was checked is the same as one that was not.
  const synthesis = (!wishes.validate && plain.get(stage)) || synthesizeNow(stage, wishes);
  plain.set(stage, synthesis);
  return synthesis;
}

async function synthesizeNow(stage: Stage, { changes, validate = false }: Wishes): Promise<Synthesis> {
  const folder = mkdtempSync(path.join(tmpdir(), 'satchel-cdk-'));
  const artifacts = await placeholders(path.join(folder, 'artifacts'));
  const app = new App({
    // No template holds the place in our code that made a resource, or the tree of constructs: both take long to write down.
    context: { ...readContext(), 'aws:cdk:disable-creation-stack-traces': true },
    treeMetadata: false,
    outdir: path.join(folder, 'out'),
    builtinCloudFormationValidation: validate,
  });
  let stacks: Stacks;
  let templates: Synthesis['templates'];
  try {
    stacks = addStacks(app, { stage, config: { ...filledConfig(stage), ...changes }, definition, artifacts });
    app.synth();
    templates = Object.fromEntries(
      Object.entries(stacks).map(([name, stack]) => [name, Template.fromStack(stack)]),
    ) as Record<keyof Stacks, Template>;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const resources: Synthesis['resources'] = (stack, type) =>
    templates[stack].findResources(type) as Record<string, Resource>;
  return {
    stacks,
    templates,
    siteFunction: artifacts.siteFunction,
    resources,
    single: (stack, type) => {
      const [first, ...others] = Object.values(resources(stack, type));
      if (first === undefined || others.length > 0) throw new Error(`${stack} should have exactly one ${type}.`);
      return first.Properties;
    },
  };
}

async function placeholders(folder: string): Promise<Artifacts> {
  for (const name of ['function', 'site']) mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, 'function', 'index.mjs'), 'export const handler = () => undefined;\n');
  writeFileSync(path.join(folder, 'site', 'index.html'), '<!doctype html>\n');
  return {
    functionFolder: () => path.join(folder, 'function'),
    siteFolder: path.join(folder, 'site'),
    inlineHashes,
    siteFunction: await buildSiteFunction(),
  };
}

function readContext(): Record<string, unknown> {
  const cdkJson = JSON.parse(readFileSync(path.join(repositoryRoot, 'cdk.json'), 'utf8')) as {
    context: Record<string, unknown>;
  };
  return cdkJson.context;
}
