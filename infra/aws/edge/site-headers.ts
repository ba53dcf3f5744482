import { Duration } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { ResponseSecurityHeadersBehavior } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

/**
 * CloudFront's policy for the headers of infra/definition/site.ts. CloudFront takes some of them only in places made
 * for them; a header without such a place is a custom header.
 */
export function createHeadersPolicy(
  scope: Construct,
  id: string,
  headers: Readonly<Record<string, string>>,
): ResponseHeadersPolicy {
  const custom = Object.entries(headers).filter(([header]) => !(header in places));
  return new ResponseHeadersPolicy(scope, id, {
    comment: 'The security headers of infra/definition/site.ts',
    securityHeadersBehavior: Object.assign(
      {},
      ...Object.entries(headers).map(([header, value]) => places[header]?.(value)),
    ) as ResponseSecurityHeadersBehavior,
    customHeadersBehavior: {
      customHeaders: custom.map(([header, value]) => ({ header, value, override: true })),
    },
  });
}

const places: Readonly<Record<string, (value: string) => ResponseSecurityHeadersBehavior>> = {
  'content-security-policy': (value) => ({
    contentSecurityPolicy: { contentSecurityPolicy: value, override: true },
  }),
  'strict-transport-security': (value) => ({
    strictTransportSecurity: {
      accessControlMaxAge: Duration.seconds(Number(/max-age=(\d+)/.exec(value)?.[1])),
      includeSubdomains: value.includes('includeSubDomains'),
      preload: value.includes('preload'),
      override: true,
    },
  }),
  'x-content-type-options': () => ({ contentTypeOptions: { override: true } }),
  'x-frame-options': (value) => ({
    frameOptions: { frameOption: memberOf(HeadersFrameOption, value), override: true },
  }),
  'referrer-policy': (value) => ({
    referrerPolicy: { referrerPolicy: memberOf(HeadersReferrerPolicy, value), override: true },
  }),
};

function memberOf<Member extends string>(members: Readonly<Record<string, Member>>, value: string): Member {
  const member = Object.values(members).find((candidate) => candidate === value);
  if (member === undefined) throw new Error(`CloudFront knows no ${value} here.`);
  return member;
}
