import { Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct } from 'constructs';

import { cacheControlOf } from '../definition/site.ts';
import { acknowledge } from './acknowledge.ts';
import type { Config } from './config.ts';
import { allow } from './grant-access.ts';
import { removalOfNamed } from './removal.ts';

type SiteStackProps = StackProps & {
  readonly config: Config;
  readonly bucket: IBucket;
  readonly distribution: Distribution;
  readonly siteFolder: string;
};

/**
 * The site's files. Last of all stacks, so that a new page never meets an older API; assets before pages, so that no
 * page names an asset that is not there yet. Old assets stay: a tab that is open still asks for them.
 */
export class SiteStack extends Stack {
  constructor(scope: Construct, id: string, props: SiteStackProps) {
    super(scope, id, props);
    const { config, bucket, distribution, siteFolder } = props;
    const files = new Asset(this, 'Files', { path: siteFolder });
    const logGroup = new LogGroup(this, 'Logs', {
      retention: config.logRetention,
      removalPolicy: removalOfNamed(config),
    });
    const common = {
      destinationBucket: bucket,
      sources: [Source.bucket(files.bucket, files.s3ObjectKey)],
      role: this.createRole(files, logGroup, props),
      memoryLimit: 512,
      logGroup,
    };
    const assets = new BucketDeployment(this, 'Assets', {
      ...common,
      exclude: ['*'],
      include: ['assets/*'],
      cacheControl: [CacheControl.fromString(cacheControlOf('/assets/'))],
      prune: false,
    });
    const pages = new BucketDeployment(this, 'Pages', {
      ...common,
      // csp.json, the build's list of inline hashes, is for the headers and not for browsers.
      exclude: ['assets/*', 'csp.json'],
      cacheControl: [CacheControl.fromString(cacheControlOf('/index.html'))],
      prune: true,
      distribution,
      distributionPaths: ['/*'],
    });
    pages.node.addDependency(assets);
    this.acknowledgeFindings();
  }

  /**
   * Creates the role that copies the files, with only the rights that copying needs. The CDK's own role would have
   * `s3:GetObject*`, `s3:List*` and `s3:Abort*`.
   */
  private createRole(files: Asset, logGroup: LogGroup, { bucket, distribution }: SiteStackProps): IRole {
    const bucketArn = Stack.of(bucket).exportValue(bucket.bucketArn);
    const role = new Role(this, 'CopyRole', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        Copy: new PolicyDocument({
          statements: [
            allow(['s3:GetObject'], [files.bucket.arnForObjects(files.s3ObjectKey)]),
            allow(['s3:ListBucket'], [bucketArn]),
            allow(['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], [`${bucketArn}/*`]),
            allow(['cloudfront:CreateInvalidation', 'cloudfront:GetInvalidation'], [distribution.distributionArn]),
            allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]),
          ],
        }),
      },
    });
    const { 'Fn::ImportValue': name } = this.resolve(bucketArn) as { 'Fn::ImportValue': string };
    acknowledge(
      role,
      `AwsSolutions-IAM5[Resource::${name}/*]`,
      "It writes the site's files, whose names carry hashes that change with every build, into the one bucket that holds nothing else.",
    );
    return role.withoutPolicyUpdates();
  }

  private acknowledgeFindings(): void {
    acknowledge(
      this,
      'AwsSolutions-L1',
      "The one function here is the CDK's own file copier; its runtime comes with the pinned version of aws-cdk-lib.",
    );
  }
}
