import { replay, type StoryEnd } from './run-story.ts';

/** Maximum number of tries per story. */
const triesMax = 1_500;

/**
 * Shrinks a story that ends with a violation: cuts choices out and sets others to 0 (no fault, no action), in ever
 * smaller pieces, while the same invariant breaks. Returns the remaining choices.
 */
export async function shrinkStory(end: StoryEnd): Promise<readonly number[]> {
  const invariant = end.violation?.invariant;
  const search = { best: end.drawn, tries: 0 };
  /** Keeps a shorter or less eventful story if it breaks the same invariant. */
  const takes = async (drawn: readonly number[]): Promise<boolean> => {
    if (search.tries >= triesMax) return false;
    search.tries += 1;
    if ((await replay(drawn)).violation?.invariant !== invariant) return false;
    search.best = drawn;
    return true;
  };
  for (let length = Math.ceil(search.best.length / 2); length >= 1; length = Math.floor(length / 2)) {
    while (search.best.length > length && (await takes(search.best.slice(0, -length)))) {
      // Each passing check cuts one more piece off the end.
    }
    for (let at = 0; at < search.best.length; at += length) {
      const { best } = search;
      if (best.slice(at, at + length).every((choice) => choice === 0)) continue;
      if (await takes([...best.slice(0, at), ...best.slice(at + length)])) continue;
      await takes(best.map((choice, index) => (index >= at && index < at + length ? 0 : choice)));
    }
  }
  return search.best;
}
