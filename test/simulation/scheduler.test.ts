import { expect, it } from 'vitest';
import { seededChoices } from './choices.ts';
import { Scheduler } from './scheduler.ts';

// One promise shared by all dead processes kept every world of a run in memory: 8 GB after 60,000 seeds.
it('gives each dead process its own promise, which nothing else holds in memory', () => {
  const scheduler = new Scheduler(seededChoices(1), 0);
  const dead = scheduler.newProcess('cards.load', 0);
  expect(scheduler.kill(dead)).not.toBe(scheduler.turn(dead));
  expect(scheduler.turn(dead)).not.toBe(scheduler.turn(dead));
});
