import fc from 'fast-check';

import { testSeed } from './test-seed.ts';

// Every property starts from the run's seed; a failure prints it, and TEST_SEED repeats it.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: testSeed });
