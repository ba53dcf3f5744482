import type { SwitchName } from '#shared/contract/switches.ts';
import { changeSettings } from '#functions/domain/steering/change-settings.ts';
import { firstSteering } from '#functions/domain/steering/read-steering.ts';
import type { Services } from '#functions/ports/services.ts';
import { idAt } from './sample-entities.ts';

/** Switches these parts off, and the others on. */
export async function switchOff(
  services: Services,
  names: readonly SwitchName[],
  more: Partial<typeof firstSteering> = {},
): Promise<void> {
  const before = await services.store.get('settings', { scope: 'platform' });
  const off = Object.fromEntries(names.map((name) => [name, false]));
  const switches = { ...firstSteering.switches, ...off };
  await changeSettings(services, {
    actorId: idAt('usr', 900),
    readVersion: before?.version ?? 0,
    values: { ...firstSteering, switches, ...more },
    reason: 'A test switches.',
  });
}
