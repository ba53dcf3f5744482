import { firstSteering } from '#functions/domain/steering/read-steering.ts';

/** A change of the settings that nobody has changed yet: loads off, with an announcement. */
export const settingsChange = {
  body: {
    version: 0,
    switches: { ...firstSteering.switches, load: false },
    coinsOff: ['XMR'],
    restrictedCountries: ['CU', 'IR', 'KP', 'RU', 'SY'],
    announcement: { text: 'Loads are paused until noon.', until: null },
    reason: 'The issuer is down.',
  },
};
