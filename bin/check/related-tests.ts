import { readImporters, stepsFrom } from './import-graph.ts';
import { slowFirst } from './slow-files.ts';

/** Test files to run after a change, and those that are near it too but would take a quick run too long. */
export type Related = { readonly run: readonly string[]; readonly leftOut: readonly string[] };

/** Files that every test depends on, although none imports them. */
const concernsAll = /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig\.json|test\/support\/property-seed\.ts)$/;

/**
 * Tests that read the files of the repository instead of importing them, so that any change concerns them; each takes less
 * than half a second. Among them the one that names every seeded fault whose line was rewritten.
 */
const sourceReaders: readonly string[] = [
  'test/simulation/planted-bugs.test.ts',
  'test/words.test.ts',
  'test/documents.test.ts',
  'test/claims/claims.test.ts',
  'test/infra/openapi/lint-document.test.ts',
];

/** Maximum number of imports between a changed file and a test that is near it. */
const nearSteps = 2;

/** Maximum number of test files near a change that run: together they take about ten seconds. */
const nearMax = 40;

/**
 * Returns the unit tests that reach one of the changed files by imports, the nearest first. `near` keeps at most forty
 * tests that are at most two imports away, without slow ones. A changed test and the test of a changed file stay, even
 * when slow. `texts` holds all files of the repository by path.
 */
export function relatedTests(
  changed: readonly string[],
  texts: ReadonlyMap<string, string>,
  reach: 'near' | 'all',
): Related {
  const isUnit = (file: string): boolean =>
    file.endsWith('.test.ts') && texts.has(file) && !/^test\/(stack|browser)\//.test(file);
  if (changed.some((file) => concernsAll.test(file))) return { run: [...texts.keys()].filter(isUnit), leftOut: [] };
  const readers = changed.length === 0 ? [] : sourceReaders.filter(isUnit);
  const own = new Set([...changed.flatMap((file) => [file, ...mirrorsOf(file)]).filter(isUnit), ...readers]);
  const steps = stepsFrom(changed, readImporters(texts));
  const related = [...new Set([...own, ...[...steps.keys()].filter(isUnit)])];
  if (reach === 'all') return { run: related, leftOut: [] };
  const near = related.filter((file) => own.has(file) || (steps.get(file) ?? 0) <= nearSteps);
  const isSlow = (file: string): boolean => slowFirst.includes(file) && !own.has(file);
  const quick = near.filter((file) => !isSlow(file));
  return { run: quick.slice(0, nearMax), leftOut: [...near.filter(isSlow), ...quick.slice(nearMax)] };
}

/** The test files that stand for a file: `functions/domain/x.ts` has `test/domain/x.test.ts`. */
function mirrorsOf(file: string): readonly string[] {
  const test = file.replace(/\.tsx?$/, '.test.ts');
  return [`test/${test}`, `test/${test.replace(/^functions\//, '')}`];
}
