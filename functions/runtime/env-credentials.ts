/**
 * Stands in for `@aws-sdk/credential-provider-node` in the Lambda bundles. Lambda puts a function's credentials into
 * its environment, so the SDK's chain of profiles, SSO and metadata services is 140 KB that can never answer.
 */

type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
};

/** The SDK's default provider, by the name it imports. It reads the environment at every call, so rotation is seen. */
export const defaultProvider = () => (): Promise<Credentials> => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
    return Promise.reject(new Error('The environment holds no AWS credentials.'));
  }
  return Promise.resolve({
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  });
};
