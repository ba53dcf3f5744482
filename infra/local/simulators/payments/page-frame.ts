import { html, type Html } from '../kit/html.ts';

/** The frame of a page. */
export type PageFrame = {
  title: string;
  body: Html;
  /** Seconds after which the page loads itself again without JavaScript; null when nothing will change. */
  reloadSeconds: number | null;
};

/** A whole document with the warning on top that nothing here is real. */
export function framePage({ title, body, reloadSeconds }: PageFrame): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · Payment simulator</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/assets/pay.css" />
        <script src="/assets/pay.js" defer></script>
        ${reloadSeconds !== null && html`<noscript><meta http-equiv="refresh" content="${reloadSeconds}" /></noscript>`}
      </head>
      <body>
        <header class="banner">
          <p>
            <strong>SIMULATOR – do not send funds.</strong>
            <span>No blockchain is involved; every address is fake.</span>
          </p>
        </header>
        ${body}
        <footer><a href="/">All simulated payments</a></footer>
      </body>
    </html> `.text;
}
