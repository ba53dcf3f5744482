/** Builds what `npm start` needs, so that the first start of a fresh clone finds it built. It may fail: the start builds what is missing. */
import { buildFunctions } from '#infra/build/build-functions.ts';
import { buildSite } from '#infra/build/build-site.ts';
import { definition } from '#infra/definition/index.ts';
import { buildWorker } from '#infra/local/lambda/build-worker.ts';

await Promise.all([buildFunctions(definition), buildWorker(), buildSite()]);
