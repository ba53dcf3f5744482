import { aimedFaults, type AimedFault, type FaultMode } from './faults.ts';
import { flows, type FlowName } from './flows.ts';
import { replay, type StoryEnd } from './run-story.ts';

/** The outcomes of all faults of a flow. */
export type FlowReport = {
  readonly flow: FlowName;
  /** Number of effects that could go wrong. */
  readonly boundaries: number;
  readonly runs: number;
  /** The faults that ended with a violation, and its message. */
  readonly broken: readonly { readonly faults: readonly AimedFault[]; readonly what: string }[];
};

/** Plays a flow with exactly these faults, then lets everything come to rest and audits the books. */
export function playWith(flow: FlowName, faults: readonly AimedFault[], isReplaying = false): Promise<StoryEnd> {
  return replay([], {
    isReplaying,
    play: async (world) => {
      world.faults = aimedFaults(faults);
      await flows[flow](world);
    },
  });
}

/** Plays a flow without faults. Returns all possible faults of all its effects. */
export async function faultsOf(flow: FlowName): Promise<readonly AimedFault[]> {
  const found = new Map<string, AimedFault>();
  const end = await replay([], {
    play: async (world) => {
      world.faults = aimedFaults([]);
      world.onEffect = (boundary, modes, effect) => {
        for (const mode of modes) {
          const fault = { flow: boundary.flow, effect, mode };
          found.set(JSON.stringify(fault), fault);
        }
      };
      await flows[flow](world);
      world.onEffect = undefined;
    },
  });
  if (end.violation) throw end.violation;
  return [...found.values()];
}

/** Tries every single fault of a flow; with `isPairs` also every ordered pair of them. */
export async function tryFaults(
  flow: FlowName,
  options: { readonly isPairs: boolean; readonly share?: { readonly index: number; readonly of: number } },
): Promise<FlowReport> {
  const singles = await faultsOf(flow);
  const { index, of } = options.share ?? { index: 0, of: 1 };
  const broken: { faults: readonly AimedFault[]; what: string }[] = [];
  let runs = 0;
  const attempt = async (faults: readonly AimedFault[]): Promise<void> => {
    runs += 1;
    const { violation } = await playWith(flow, faults);
    if (violation) broken.push({ faults, what: violation.message });
  };
  for (const [position, first] of singles.entries()) {
    if (position % of !== index) continue;
    await attempt([first]);
    if (!options.isPairs) continue;
    for (const [place, second] of singles.entries()) {
      // The one that comes first in the flow happens first, so the order in which they are named matters at one place
      // only.
      const isSamePlace = second.flow === first.flow && second.effect === first.effect;
      if (place > position || isSamePlace) await attempt([first, second]);
    }
  }
  return { flow, boundaries: new Set(singles.map(({ flow: name, effect }) => `${name} ${effect}`)).size, runs, broken };
}

/** Describes a fault: `crash_after at effect 7 of cards.load`. */
export function faultInWords({ flow, effect, mode }: { flow: string; effect: number; mode: FaultMode }): string {
  return `${mode} at effect ${effect} of ${flow}`;
}
