import type { Clock } from '#functions/ports/clock.ts';
import type { Cloud } from './cloud.ts';
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
  readonly watchMs: number;
};

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
  { origin, alarmPrefix, rangBefore, watchMs }: Watch,
): Promise<readonly string[]> {
  const untilMs = needs.clock.now() + watchMs;
  for (;;) {
    const rings = (await ringingNow(needs.cloud, alarmPrefix)).filter((name) => !rangBefore.has(name));
    // A single lost reply is no failure, so `smoke` repeats failed calls for this time.
    const troubles = [...rings.map((name) => `${name} rings.`), ...(await smoke(needs, origin, lookMs))];
    if (troubles.length > 0 || needs.clock.now() >= untilMs) return troubles;
    await needs.clock.sleep(lookMs);
  }
}
