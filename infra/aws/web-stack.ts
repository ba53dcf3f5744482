import { CfnOutput, Duration, Stack, Validations } from 'aws-cdk-lib';
import type { RemovalPolicy, StackProps } from 'aws-cdk-lib';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccessLevel,
  AllowedMethods,
  CacheHeaderBehavior,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import type { BehaviorOptions, DistributionProps, IResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { BucketProps, IBucket } from 'aws-cdk-lib/aws-s3';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';

import { routes } from '#shared/contract/index.ts';
import type { Route } from '#shared/contract/route.ts';

import { securityHeadersFor } from '../definition/site.ts';
import type { InlineHashes } from '../definition/site.ts';
import { acknowledge } from './acknowledge.ts';
import type { Config } from './config.ts';
import { AccessLogs } from './edge/access-logs.ts';
import { originHeader } from './edge/authorize.ts';
import { createFirewall, logRefusals } from './edge/firewall.ts';
import { createHeadersPolicy } from './edge/site-headers.ts';
import { removalOfUnnamed } from './removal.ts';

/**
 * Server errors that CloudFront would keep for ten seconds, whatever `Cache-Control` says, and give to everybody who asks
 * for the same address: one person's failed `GET /api/user` would fail for all. It obeys `no-store` in a 404 only.
 */
const neverKept = [500, 502, 503, 504];

type WebStackProps = StackProps & {
  readonly config: Config;
  readonly originSecret: Secret;
  /** The text of the CloudFront function that finds the file of an address. */
  readonly siteFunction: string;
  readonly inlineHashes: InlineHashes;
};

/**
 * The one origin that browsers know: the site's files, and the API under `/api`. The API is only a name here; its routes
 * come in a later stack, because their functions have to know the site's address.
 */
export class WebStack extends Stack {
  readonly bucket: IBucket;
  readonly distribution: Distribution;
  readonly httpApi: HttpApi;
  readonly siteUrl: string;

  constructor(scope: Construct, id: string, props: WebStackProps) {
    super(scope, id, props);
    const { config, originSecret, siteFunction, inlineHashes } = props;
    // `as IBucket`: CDK's types do not know exactOptionalPropertyTypes.
    const logs = this.createLogBucket(config);
    this.bucket = new Bucket(this, 'Site', {
      ...closedBucket(removalOfUnnamed(config)),
      versioned: true,
      serverAccessLogsBucket: logs as IBucket,
      serverAccessLogsPrefix: 'site/',
      lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(30) }],
    }) as IBucket;
    this.httpApi = new HttpApi(this, 'Api', { apiName: `${this.stackName}-Api`, createDefaultStage: false });

    const headers = createHeadersPolicy(
      this,
      'SecurityHeaders',
      securityHeadersFor(inlineHashes, config.merchantLogoOrigins),
    );
    const firewall = createFirewall(this, 'Firewall');
    logRefusals(firewall, config);
    this.distribution = new Distribution(this, 'Distribution', {
      comment: `${this.stackName}, origin word ${config.originWord}`,
      defaultRootObject: 'index.html',
      defaultBehavior: this.siteBehavior(siteFunction, headers),
      additionalBehaviors: this.apiBehaviors(originSecret, headers),
      errorResponses: neverKept.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      httpVersion: HttpVersion.HTTP2_AND_3,
      webAclId: firewall.attrArn,
      ...this.ownDomain(config),
    });
    new AccessLogs(this, 'AccessLogs', { distribution: this.distribution, bucket: logs });
    this.acknowledgeFindings(config);

    this.siteUrl = `https://${config.domain?.name ?? this.distribution.distributionDomainName}`;
    new CfnOutput(this, 'SiteUrl', { value: this.siteUrl });
    new CfnOutput(this, 'DistributionDomain', { value: this.distribution.distributionDomainName });
  }

  private createLogBucket(config: Config): Bucket {
    return new Bucket(this, 'Logs', {
      ...closedBucket(removalOfUnnamed(config)),
      lifecycleRules: [{ expiration: Duration.days(config.logRetention) }],
    });
  }

  /** Returns the behavior for pages and files. A missing file is a 404 only because CloudFront may list the bucket. */
  private siteBehavior(siteFunction: string, responseHeadersPolicy: IResponseHeadersPolicy): BehaviorOptions {
    return {
      origin: S3BucketOrigin.withOriginAccessControl(this.bucket, {
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      compress: true,
      responseHeadersPolicy,
      functionAssociations: [
        {
          eventType: FunctionEventType.VIEWER_REQUEST,
          function: new EdgeFunction(this, 'SiteRequest', {
            comment: 'rewriteSitePath of infra/definition/site.ts',
            code: FunctionCode.fromInline(siteFunction),
            runtime: FunctionRuntime.JS_2_0,
          }),
        },
      ],
    };
  }

  /**
   * Returns the behavior for the API. Everything the browser sent goes on except `Host`: API Gateway knows itself by
   * its own name only. The viewer's address reaches the functions as the last but one part of `x-forwarded-for`. This
   * policy of AWS also makes CloudFront send the viewer's country (`cloudfront-viewer-country`), over any value of the
   * browser.
   */
  private apiBehavior(originSecret: Secret, responseHeadersPolicy: IResponseHeadersPolicy): BehaviorOptions {
    return {
      origin: new HttpOrigin(`${this.httpApi.apiId}.execute-api.${this.region}.${this.urlSuffix}`, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        // CloudFormation puts the word in when it deploys; the template holds only where it is kept.
        customHeaders: { [originHeader]: originSecret.secretValue.unsafeUnwrap() },
        readTimeout: Duration.seconds(30),
        // CloudFront does not repeat a money call whose reply was lost. The site does, under the same idempotency key.
        connectionAttempts: 2,
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      compress: true,
      responseHeadersPolicy,
    };
  }

  /**
   * Returns the API's behaviors, in CloudFront's order. Replies that are the same for everybody are cached at the edge
   * too: each open page requests them each minute, and thousands of pages together cause one request.
   */
  private apiBehaviors(originSecret: Secret, headers: IResponseHeadersPolicy): Record<string, BehaviorOptions> {
    const api = this.apiBehavior(originSecret, headers);
    const { originRequestPolicy: _, ...withoutViewer } = api;
    const kept = Object.entries(routes).flatMap(([name, route]: [string, Route]) =>
      route.cachedSeconds === undefined
        ? []
        : [
            [
              `/api${route.path}`,
              {
                ...withoutViewer,
                allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
                cachePolicy: this.keepFor(name, route.cachedSeconds),
              },
            ] as const,
          ],
    );
    return { ...Object.fromEntries(kept), '/api/*': api };
  }

  /**
   * Returns a cache policy: a reply is kept for as long as it allows itself, at most `seconds`, one copy for everybody.
   */
  private keepFor(route: string, seconds: number): CachePolicy {
    return new CachePolicy(this, `Keep-${route}`, {
      comment: `${route}, the same for everybody`,
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.seconds(seconds),
      headerBehavior: CacheHeaderBehavior.none(),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    });
  }

  private ownDomain({ domain }: Config): Partial<DistributionProps> {
    if (!domain) return {};
    return {
      domainNames: [domain.name],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }

  private acknowledgeFindings({ domain }: Config): void {
    acknowledge(
      this.distribution,
      'AwsSolutions-CFR1',
      'Restricted countries are a list in the settings that refuses what begins there; signing in, freezing and withdrawing must work everywhere.',
    );
    acknowledge(
      this.distribution,
      'AwsSolutions-CFR3',
      'Access logs are on, through standard logging v2 (AccessLogs), which this rule does not know; the older logging would write the codes of reset links down.',
    );
    Validations.of(this.distribution).acknowledge({
      id: '@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
      reason: 'The default root object is set, queries are not forwarded, and `rewriteSitePath` never answers `/`.',
    });
    if (!domain) {
      acknowledge(
        this.distribution,
        'AwsSolutions-CFR4',
        "Under CloudFront's own name its own certificate and protocols apply. With `domain` in infra/aws/config.ts TLS 1.2 is the least.",
      );
    }
  }
}

function closedBucket(removalPolicy: RemovalPolicy): BucketProps {
  return {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy,
  };
}
