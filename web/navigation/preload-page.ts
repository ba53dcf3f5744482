/** Fetches the chunks of the page at a path. */
type PreloadPage = (pathname: string) => Promise<void>;

let preload: PreloadPage = async () => {};

/** Sets how pages are fetched, once, at the start of the app. */
export function preloadPagesBy(preloadPage: PreloadPage): void {
  preload = preloadPage;
}

/** Fetches the chunks of the page at a path ahead of time. A failure is left to the moment the page is shown. */
export function preloadPageAt(pathname: string): Promise<void> {
  return preload(pathname);
}
