import { expect, it } from 'vitest';
import { seededChoices } from './choices.ts';
import { Scheduler } from './scheduler.ts';

// One promise for all of them kept every world of a run in memory: eight gigabytes after sixty thousand seeds.
it('gives each dead process a wait of its own, which nothing else keeps', () => {
  const scheduler = new Scheduler(seededChoices(1), 0);
  const dead = scheduler.newProcess('cards.load', 0);
  expect(scheduler.kill(dead)).not.toBe(scheduler.turn(dead));
  expect(scheduler.turn(dead)).not.toBe(scheduler.turn(dead));
});
