import type { Clock } from '#functions/ports/clock.ts';
import type { StackTemplate, SynthesizedStack } from './assembly.ts';
import type { Cloud } from './cloud.ts';
import type { Before } from './roll-back.ts';
import { smoke } from './smoke.ts';

/** Kinds of alarms that say nothing about a deployment: our money at the issuer, a provider that is away, a backup that is late. */
const others = /#(float-[\w-]+|provider-outage|backup-late)$/;

/** Delay between two checks, in milliseconds. */
const lookMs = 30_000;

type Watch = {
  readonly origin: string;
  readonly alarmPrefix: string;
  /** The alarms that rang before the deployment. */
  readonly rangBefore: ReadonlySet<string>;
  /** The beginnings of the names of alarms that ring until their first data. */
  readonly silentAtFirst: readonly string[];
  readonly watchMs: number;
};

/**
 * Returns the beginnings of the names of the alarms that a deployment adds and that take missing data for a fault: each
 * rings until there is data, as that of a new job until its first run.
 */
export function silentAtFirst(stacks: readonly SynthesizedStack[], before: Before): readonly string[] {
  return stacks.flatMap(({ name, template }) => {
    const { Resources: known } = JSON.parse(before.get(name) ?? '{"Resources":{}}') as StackTemplate;
    return Object.entries(template.Resources)
      .filter(([id, { Properties = {} }]) => Properties['TreatMissingData'] === 'breaching' && !(id in known))
      .map(([id]) => `${name}-${id}-`);
  });
}

/** The names of the alarms of a stage that ring now and may be a deployment's fault. */
export async function ringingNow(cloud: Cloud, alarmPrefix: string): Promise<readonly string[]> {
  const ringing = await cloud.ringing(alarmPrefix);
  return ringing.filter(({ description }) => !others.test(description)).map(({ name }) => name);
}

/**
 * Watches a deployment for a while. Returns as soon as something is wrong, with a sentence for each trouble; none when
 * the time passed quietly.
 */
export async function watchHealth(
  needs: { readonly cloud: Cloud; readonly fetch: typeof fetch; readonly clock: Clock },
  { origin, alarmPrefix, rangBefore, silentAtFirst: silent, watchMs }: Watch,
): Promise<readonly string[]> {
  const untilMs = needs.clock.now() + watchMs;
  for (;;) {
    const rings = (await ringingNow(needs.cloud, alarmPrefix)).filter(
      (name) => !rangBefore.has(name) && !silent.some((beginning) => name.startsWith(beginning)),
    );
    // A single lost reply is no failure, so `smoke` repeats failed calls for this time.
    const troubles = [...rings.map((name) => `${name} rings.`), ...(await smoke(needs, origin, lookMs))];
    if (troubles.length > 0 || needs.clock.now() >= untilMs) return troubles;
    await needs.clock.sleep(lookMs);
  }
}
