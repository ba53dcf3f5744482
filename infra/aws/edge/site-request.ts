import { rewriteSitePath } from '../../definition/site.ts';

type ViewerRequest = { readonly request: { uri: string } };

/** The CloudFront function in front of the site's bucket: one file answers one address, as the local gateway has it. */
export function handler(event: ViewerRequest): ViewerRequest['request'] {
  const request = event.request;
  request.uri = rewriteSitePath(request.uri);
  return request;
}
