import type { TemplateAlarm } from '#infra/aws/alarm-table.ts';
import { resourcesOf } from './template-resources.ts';
import type { Synthesis } from './synthesize.ts';

/** Every alarm of a stage. */
export function alarmsOf(synthesis: Synthesis): readonly TemplateAlarm[] {
  return resourcesOf(synthesis)
    .filter(({ resource }) => resource.Type === 'AWS::CloudWatch::Alarm')
    .map(({ resource }) => resource.Properties as TemplateAlarm);
}
