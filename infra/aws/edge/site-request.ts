import { rewriteSitePath } from '../../definition/site.ts';

type ViewerRequest = { readonly request: { uri: string } };

/**
 * Maps an address to its file, as the CloudFront function in front of the site's bucket. The local gateway uses the
 * same rules.
 */
export function handler(event: ViewerRequest): ViewerRequest['request'] {
  const request = event.request;
  request.uri = rewriteSitePath(request.uri);
  return request;
}
