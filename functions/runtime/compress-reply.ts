import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** Minimum length of a body to compress, in bytes: compressing a shorter one saves no packet. */
const fromBytes = 1_400;

/**
 * Compresses a long body for a caller that takes gzip. CloudFront does not do that here: it compresses only what it
 * caches, and it caches almost nothing of the API.
 */
export function compressReply(
  answered: APIGatewayProxyStructuredResultV2,
  acceptEncoding: string | undefined,
): APIGatewayProxyStructuredResultV2 {
  const { body = '', headers } = answered;
  if (Buffer.byteLength(body) < fromBytes || !takesGzip(acceptEncoding)) return answered;
  // Loaded at the first long reply, not at every start of a function.
  const { gzipSync } = process.getBuiltinModule('node:zlib');
  return {
    ...answered,
    headers: { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
    body: gzipSync(body).toString('base64'),
    isBase64Encoded: true,
  };
}

/** True when a list of encodings has gzip, and not with a quality of zero. */
function takesGzip(acceptEncoding = ''): boolean {
  return acceptEncoding.split(',').some((part) => {
    const [name = '', quality = ''] = part.split(';').map((word) => word.trim().toLowerCase());
    return name === 'gzip' && !/^q=0(\.0*)?$/.test(quality);
  });
}
