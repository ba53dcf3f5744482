import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

/** The repository's root, independent of the working directory. */
export const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/** Default folder of built things. */
export const defaultBuildDirectory = path.join(repositoryRoot, '.build');

/** Builds kept beside the newest one, so that a stack that still runs an older build keeps its files. */
const keptBuilds = 6;

/** The inputs of a build: files and folders under the repository's root, and everything else that shapes the output. */
export type BuildInputs = {
  readonly paths: readonly string[];
  readonly settings: unknown;
};

/**
 * Runs `build` into `<outDir>/<hash of the inputs>` unless that folder is there already, and returns the folder. It
 * builds in another folder and renames it: two stacks that start at once never see half a build, and a running stack
 * keeps the build it started with.
 */
export async function contentAddressedBuild(
  outDir: string,
  inputs: BuildInputs,
  build: (directory: string) => Promise<void>,
): Promise<string> {
  const target = path.join(outDir, hashInputs(inputs));
  if (existsSync(target)) {
    // Marks the build as still in use. A build of another user's clone cannot be touched, and need not be.
    await utimes(target, new Date(), new Date()).catch(() => undefined);
    return target;
  }
  const draft = path.join(outDir, `.draft-${process.pid}-${randomBytes(4).toString('hex')}`);
  await makeDraft(outDir, draft);
  try {
    await build(draft);
    await rename(draft, target).catch((error: unknown) => {
      // Another process finished the same build first; its files are the same.
      if (!existsSync(target)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  await dropOldBuilds(outDir);
  return target;
}

/** A failure of a build that a person can fix. Its message is a sentence that says how. */
export class BuildFailure extends Error {}

async function makeDraft(outDir: string, draft: string): Promise<void> {
  try {
    await mkdir(outDir, { recursive: true });
    await mkdir(draft);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isForeign = code === 'EACCES' || code === 'EPERM' || code === 'EROFS';
    if (!isForeign) throw error;
    throw new BuildFailure(
      `${outDir} cannot be written (${code}): another user made it. Delete ${defaultBuildDirectory} as that user, or make a clone of your own.`,
      { cause: error },
    );
  }
}

/** Synchronous: waiting for each of a thousand small files costs several times their reading. */
function hashInputs({ paths, settings }: BuildInputs): string {
  const hash = createHash('sha256').update(JSON.stringify(settings));
  const files = paths.flatMap((entry) => listFiles(path.resolve(repositoryRoot, entry)));
  for (const file of [...new Set(files)].toSorted()) {
    hash.update(`\0${path.relative(repositoryRoot, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

function listFiles(entry: string): string[] {
  const stats = statSync(entry, { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return [entry];
  const entries = readdirSync(entry, { recursive: true, withFileTypes: true });
  return entries.filter((file) => file.isFile()).map((file) => path.join(file.parentPath, file.name));
}

async function dropOldBuilds(outDir: string): Promise<void> {
  const builds = await Promise.all(
    (await readdir(outDir)).map(async (name) => {
      const directory = path.join(outDir, name);
      const modified = await stat(directory).then(
        (stats) => stats.mtimeMs,
        () => 0,
      );
      return { directory, modified };
    }),
  );
  const old = builds.toSorted((a, b) => b.modified - a.modified).slice(keptBuilds + 1);
  // Files of another user stay.
  await Promise.all(old.map(({ directory }) => rm(directory, { recursive: true, force: true }).catch(() => undefined)));
}
