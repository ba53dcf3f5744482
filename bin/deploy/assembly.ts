import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';

/** The parts of a template's resource that a deployment reads. */
export type TemplateResource = {
  readonly Type: string;
  readonly DeletionPolicy?: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
};

/** A CloudFormation template. */
export type StackTemplate = { readonly Resources: Readonly<Record<string, TemplateResource>> };

/** A stack that was synthesized. */
export type SynthesizedStack = { readonly name: string; readonly template: StackTemplate };

const Manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      dependencies: z.optional(z.array(z.string())),
      properties: z.optional(
        z.looseObject({ templateFile: z.optional(z.string()), stackName: z.optional(z.string()) }),
      ),
    }),
  ),
});

/** Reads the stacks that `cdk synth` wrote into a folder, each after those that it needs. */
export function readAssembly(folder: string): readonly SynthesizedStack[] {
  const read = (file: string): unknown => JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  const { artifacts } = Manifest.parse(read('manifest.json'));
  const stacks = new Map<string, SynthesizedStack>();
  const add = (id: string): void => {
    const { type, dependencies = [], properties } = artifacts[id] ?? { type: '' };
    if (type !== 'aws:cloudformation:stack' || stacks.has(id)) return;
    dependencies.forEach(add);
    const template = read(properties?.templateFile ?? `${id}.template.json`) as StackTemplate;
    stacks.set(id, { name: properties?.stackName ?? id, template });
  };
  Object.keys(artifacts).forEach(add);
  return [...stacks.values()];
}

/** The concurrency that functions of these stacks keep for themselves. */
export function reservedConcurrency(stacks: readonly SynthesizedStack[]): number {
  return stacks
    .flatMap(({ template }) => Object.values(template.Resources))
    .filter(({ Type }) => Type === 'AWS::Lambda::Function')
    .reduce((sum, { Properties }) => sum + Number(Properties?.['ReservedConcurrentExecutions'] ?? 0), 0);
}
