import { completeConfig, IncompleteConfig } from '#infra/aws/complete-config.ts';
import { configs } from '#infra/aws/config.ts';
import type { Config, Stage } from '#infra/aws/config.ts';
import { CommandFailure } from '../command-line/run-command.ts';

/** The configuration of a stage. Throws CommandFailure with the names of values that are still to be filled in. */
export function configOf(stage: Stage): Config {
  try {
    return completeConfig(stage, configs[stage]);
  } catch (thrown) {
    if (thrown instanceof IncompleteConfig) throw new CommandFailure(thrown.message);
    throw thrown;
  }
}
