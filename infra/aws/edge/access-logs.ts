import { ArnFormat, Names, Stack } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

/**
 * The logged fields of a request. Query and cookies are left out: the link of a password reset carries its code there.
 * The path is left out: it holds the token of the issuer's webhooks and the codes of mailed links. The API's own log
 * names the route.
 */
const recordFields = [
  'date',
  'time',
  'c-ip',
  'cs-method',
  'cs(Host)',
  'cache-behavior-path-pattern',
  'sc-status',
  'sc-bytes',
  'cs(User-Agent)',
  'time-taken',
  'x-edge-location',
  'x-edge-result-type',
  'x-edge-detailed-result-type',
  'x-edge-request-id',
  'ssl-protocol',
];

/**
 * CloudFront's access logs (standard logging, version 2: the older one cannot leave a field out) in a bucket of ours.
 */
export class AccessLogs extends Construct {
  constructor(scope: Construct, id: string, props: { readonly distribution: Distribution; readonly bucket: Bucket }) {
    super(scope, id);
    const { distribution, bucket } = props;
    const { account } = Stack.of(this);
    const name = Names.uniqueResourceName(this, { maxLength: 60, separator: '-' });
    bucket.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('delivery.logs.amazonaws.com')],
        actions: ['s3:PutObject'],
        resources: [bucket.arnForObjects(`AWSLogs/${account}/*`)],
        conditions: {
          StringEquals: { 's3:x-amz-acl': 'bucket-owner-full-control', 'aws:SourceAccount': account },
          ArnLike: {
            'aws:SourceArn': Stack.of(this).formatArn({
              service: 'logs',
              resource: 'delivery-source',
              resourceName: name,
              arnFormat: ArnFormat.COLON_RESOURCE_NAME,
            }),
          },
        },
      }),
    );
    const source = new CfnDeliverySource(this, 'Source', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: distribution.distributionArn,
    });
    const destination = new CfnDeliveryDestination(this, 'Destination', {
      name,
      destinationResourceArn: bucket.bucketArn,
      outputFormat: 'json',
    });
    const delivery = new CfnDelivery(this, 'Delivery', {
      deliverySourceName: source.name,
      deliveryDestinationArn: destination.attrArn,
      recordFields,
    });
    delivery.addResourceDependency(source);
    if (bucket.policy) delivery.node.addDependency(bucket.policy);
  }
}
