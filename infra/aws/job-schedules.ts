import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import {
  Schedule,
  ScheduleExpression,
  ScheduleGroup,
  ScheduleTargetInput,
  TimeWindow,
} from 'aws-cdk-lib/aws-scheduler';
import type { IScheduleTarget } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke, Universal } from 'aws-cdk-lib/aws-scheduler-targets';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

import { allow } from './grant-access.ts';

/** A call of an AWS service, without a function between. */
type ScheduledCall = {
  readonly service: string;
  readonly action: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly rights: readonly PolicyStatement[];
};

/** Starts jobs by EventBridge Scheduler. A start that fails is tried again for a minute or two; then the next one is due. */
export class JobSchedules extends Construct {
  readonly #group: ScheduleGroup;
  readonly #lost: IQueue;

  constructor(scope: Construct, id: string, lost: IQueue) {
    super(scope, id);
    // The next deployment makes everything in this group again. By default the CDK would keep the group, and its fixed
    // name.
    this.#group = new ScheduleGroup(this, 'Group', { removalPolicy: RemovalPolicy.DESTROY });
    this.#lost = lost;
  }

  /**
   * Starts `job` as often as `expression` says, `sides` runs side by side, each with its number as `side`. Their role may
   * start this one function and nothing else.
   */
  start(name: string, expression: string, job: IFunction, sides?: number): void {
    const role = this.createRole(name, [allow(['lambda:InvokeFunction'], [job.functionArn])]);
    if (sides === undefined) this.schedule(name, expression, new LambdaInvoke(job, { role, ...this.#delivery }));
    for (let side = 1; side <= (sides ?? 0); side += 1) {
      const input = ScheduleTargetInput.fromObject({ side });
      this.schedule(`${name} ${side}`, expression, new LambdaInvoke(job, { role, input, ...this.#delivery }));
    }
  }

  /** Makes one call of an AWS service as often as `expression` says. Its role has these rights and no others. */
  call(name: string, expression: string, { service, action, input, rights }: ScheduledCall): Schedule {
    const role = this.createRole(name, rights);
    const target = new Universal({
      service,
      action,
      input: ScheduleTargetInput.fromObject(input),
      role,
      policyStatements: [...rights],
      ...this.#delivery,
    });
    return this.schedule(name, expression, target);
  }

  private schedule(name: string, expression: string, target: IScheduleTarget): Schedule {
    return new Schedule(this, name, {
      scheduleGroup: this.#group,
      schedule: ScheduleExpression.expression(expression),
      timeWindow: TimeWindow.off(),
      target,
    });
  }

  private createRole(name: string, rights: readonly PolicyStatement[]): IRole {
    const role = new Role(this, `${name} Role`, {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: {
          StringEquals: {
            'aws:SourceAccount': Stack.of(this).account,
            'aws:SourceArn': this.#group.scheduleGroupArn,
          },
        },
      }),
      inlinePolicies: {
        Start: new PolicyDocument({
          statements: [...rights, allow(['sqs:SendMessage'], [this.#lost.queueArn])],
        }),
      },
    });
    return role.withoutPolicyUpdates();
  }

  get #delivery() {
    return { deadLetterQueue: this.#lost, retryAttempts: 3, maxEventAge: Duration.minutes(2) };
  }
}
