import type { StackTemplate, SynthesizedStack, TemplateResource } from './assembly.ts';
import type { Cloud } from './cloud.ts';

/** The templates that ran before a deployment, by stack; a stack that was not there has none. */
export type Before = ReadonlyMap<string, string>;

/** True for the data stack, which only grows: putting it back could drop an index or a secret that holds something. */
const isNeverPutBack = (name: string): boolean => name.endsWith('-Data');

/** Reads the running version, so that a rollback can restore it. */
export async function rememberTemplates(cloud: Cloud, stacks: readonly SynthesizedStack[]): Promise<Before> {
  const found = await Promise.all(
    stacks.map(async ({ name }) => {
      const status = (await cloud.stack(name))?.status;
      const isRunning = status !== undefined && !/^(REVIEW_IN_PROGRESS|ROLLBACK_|CREATE_FAILED|DELETE_)/.test(status);
      return isRunning ? ([name, await cloud.template(name)] as const) : undefined;
    }),
  );
  return new Map(found.filter((each) => each !== undefined));
}

/**
 * Puts back the templates that ran before, the last stack first: a new page must not meet the older API. The code they
 * name is still in the bucket of the CDK's bootstrap. Returns the stacks that it went through.
 */
export async function rollBack(
  cloud: Cloud,
  stacks: readonly SynthesizedStack[],
  before: Before,
  say: (line: string) => void,
): Promise<readonly string[]> {
  const done: string[] = [];
  for (const { name, template } of stacks.toReversed()) {
    const old = before.get(name);
    if (old === undefined || isNeverPutBack(name)) continue;
    say(`Putting back ${name}`);
    await cloud.putBack(name, JSON.stringify(withKept(JSON.parse(old) as StackTemplate, template)));
    done.push(name);
  }
  return done;
}

/**
 * Returns the old template with those resources of the new one that CloudFormation keeps under their names, above all
 * log groups. Without them the next deployment would find the names taken.
 */
export function withKept(old: StackTemplate, { Resources: added }: StackTemplate): StackTemplate {
  const kept = Object.entries(added).filter(([id, resource]) => !(id in old.Resources) && isKeptByName(resource));
  return { ...old, Resources: { ...old.Resources, ...Object.fromEntries(kept) } };
}

function isKeptByName({ DeletionPolicy = 'Delete', Properties = {} }: TemplateResource): boolean {
  if (!DeletionPolicy.startsWith('Retain')) return false;
  // A reference might lead to something that the old template lacks.
  return (
    Object.keys(Properties).some((name) => name.endsWith('Name')) &&
    !/"(Ref|Fn::\w+)":/.test(JSON.stringify(Properties))
  );
}
