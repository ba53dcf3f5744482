import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import * as standIn from '#functions/runtime/no-event-streams.ts';
import { repositoryRoot } from '#infra/build/content-addressed-build.ts';

const sdk = path.join(repositoryRoot, 'node_modules/@smithy/core/dist-es');

it('exports all that the SDK imports from the replaced module, and throws when used', () => {
  const texts = globSync('submodules/protocols/**/*.js', { cwd: sdk }).map((file) =>
    readFileSync(path.join(sdk, file), 'utf8'),
  );
  const taken = texts.flatMap((text) => [
    ...text.matchAll(/const \{ ([^}]+) \} = await import\("@smithy\/core\/event-streams"\)/g),
  ]);
  expect(taken).toHaveLength(1);
  expect(taken[0]?.[1]?.split(', ').toSorted()).toEqual(Object.keys(standIn).toSorted());
  for (const use of Object.values(standIn)) expect(use).toThrow('streams events');
});
