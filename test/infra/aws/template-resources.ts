import type { Stacks } from '#infra/aws/stacks.ts';
import type { Resource, Synthesis } from './synthesize.ts';

/** A resource of a stage with where it stands: `Workers/AlarmTopic…`. */
export type Placed = { readonly stack: keyof Stacks; readonly logicalId: string; readonly resource: Resource };

/** Every resource of every stack of a stage. */
export function resourcesOf({ templates }: Synthesis): readonly Placed[] {
  return Object.entries(templates).flatMap(([stack, template]) =>
    Object.entries((template.toJSON() as { Resources: Record<string, Resource> }).Resources).map(
      ([logicalId, resource]): Placed => ({ stack: stack as keyof Stacks, logicalId, resource }),
    ),
  );
}

/** The resource that a `Ref` means, or an import of another stack's `Ref`; throws when there is none. */
export function resourceOf(synthesis: Synthesis, from: keyof Stacks, reference: unknown): Placed {
  const { Ref: local, 'Fn::ImportValue': imported } = reference as Record<string, string | undefined>;
  const found = resourcesOf(synthesis).find(({ stack, logicalId }) =>
    imported === undefined
      ? stack === from && logicalId === local
      : imported.endsWith(`:ExportsOutputRef${logicalId}${imported.slice(-8)}`),
  );
  if (!found) throw new Error(`${from} refers to a resource that is in no stack: ${JSON.stringify(reference)}`);
  return found;
}
