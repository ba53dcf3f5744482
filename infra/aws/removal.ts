import { RemovalPolicy } from 'aws-cdk-lib';

import type { Config } from './config.ts';

/**
 * Removal policy of a resource with a name of its own. It is kept on an update or a deletion of the stack, but not when the
 * deployment that made it is rolled back: the next attempt would find the name taken.
 */
export function removalOfNamed({ isDisposable }: Pick<Config, 'isDisposable'>): RemovalPolicy {
  return isDisposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;
}

/**
 * Removal policy of a resource that CloudFormation names. It is kept even after a rollback, which could remove neither
 * a bucket that holds a file nor a protected table. Its name blocks no later deployment.
 */
export function removalOfUnnamed({ isDisposable }: Pick<Config, 'isDisposable'>): RemovalPolicy {
  return isDisposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN;
}
