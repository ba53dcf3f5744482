/**
 * Rehearses the way back from a lost table, on a local stack of its own that is deleted at the end:
 *
 *     node bin/rehearse-restore.ts [--people 5]
 *
 * People deposit and buy; a backup is made; a day passes; everything dies. The backup is exported as DynamoDB exports a
 * table, imported into a new one, and compared by checksums and hash chains. People who were erased meanwhile are
 * erased again, the stack starts on the new table, and both providers send the events of the day again. Ends with 1
 * when a cent is lost or doubled. infra/RUNBOOK.md, *Back from disaster*, has the same steps for AWS.
 */
import { runRehearsal, type Rehearsal } from '#test/proofs/restore/run-rehearsal.ts';
import { withDefault } from './command-line/arguments.ts';
import { wholeNumber } from './command-line/kinds.ts';
import { runCommand } from './command-line/run-command.ts';

/** Minutes that AWS and a person take, as infra/RUNBOOK.md derives them. */
const restoreMinutes = 60;
const byHandMinutes = 10;
const deployMinutes = 20;

await runCommand(
  import.meta,
  {
    summary:
      'Rehearses the way back from a lost table on a local stack: backup, import, checks, erasures, a day of events.',
    options: { people: withDefault(wholeNumber({ min: 1, max: 200 }), 5, 'accounts with money and a card') },
  },
  async ({ people }) => {
    const rehearsal = await runRehearsal(people, (line) => console.log(line));
    console.log([...derived(rehearsal), ...rehearsal.violations.map((each) => `  WRONG ${each}`)].join('\n'));
    process.exitCode = rehearsal.violations.length === 0 ? 0 : 1;
  },
);

/** The time until everything runs again, derived from what was measured, for a table of a million items. */
function derived({ items, checkSeconds, violations }: Rehearsal): readonly string[] {
  const perMillion = Math.ceil(((checkSeconds / items) * 1_000_000) / 60);
  const total = restoreMinutes + byHandMinutes + perMillion + deployMinutes;
  return [
    violations.length === 0 ? 'Nothing is lost and nothing doubled.' : `${violations.length} things are wrong.`,
    'Lost at most: 5 minutes of what only we know (DynamoDB restores up to five minutes ago); nothing that a provider knows.',
    `Back after: ${restoreMinutes} min restore + ${byHandMinutes} min by hand + ${perMillion} min checks of a million items (${items} took ${checkSeconds.toFixed(2)} s) + ${deployMinutes} min deployment = ${total} min.`,
  ];
}
