import type { Mail } from '#functions/ports/mailer.ts';

/** A mail without its address. */
export type MailContent = Omit<Mail, 'to'>;

/** Facts that every mail to a person needs: the site's origin, without a slash at the end, and the first name. */
export type MailFacts = { readonly siteUrl: string; readonly firstname: string };

/** The content of a mail. Texts are plain: they are escaped where they become HTML. */
export type MailWords = {
  readonly subject: string;
  /** The text that a list of mails shows after the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Digits to be typed where they were asked for: set large. */
  readonly code?: string;
  /** The button of the mail. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Small print under the action. */
  readonly notes: readonly string[];
  /** The site's origin, without a slash at the end. */
  readonly siteUrl: string;
};

const accent = '#0a6a4b';
const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Makes text inert in HTML, in elements and in quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Sets words as text and as HTML: one source, so that the two never say different things. */
export function renderMail(words: MailWords): MailContent {
  return { subject: words.subject, text: asText(words), html: asHtml(words) };
}

function asText({ heading, paragraphs, code, action, notes, siteUrl }: MailWords): string {
  const link = action === undefined ? [] : [`${action.label}:\n${action.url}`];
  const digits = code === undefined ? [] : [code];
  return [
    heading,
    ...paragraphs,
    ...digits,
    ...link,
    ...notes,
    `Satchel · Manage your crypto-backed debit card\n${siteUrl}`,
  ]
    .join('\n\n')
    .concat('\n');
}

/**
 * Returns the mail as HTML of tables and inline styles, because mail programs read little else. The few classes only
 * change colors in dark mode; everywhere else the inline light colors apply.
 */
function asHtml({ subject, preview, heading, paragraphs, code, action, notes, siteUrl }: MailWords): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #0b1110 !important; }
  .sheet { background: #121a18 !important; border-color: #25312e !important; }
  .ink { color: #eaf1ee !important; }
  .pale { color: #a3b1ac !important; }
  .link { color: #74e3ba !important; }
  .button { background: #4fd6a4 !important; color: #04211a !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f6f8f6;">
<div style="display:none;max-height:0;overflow:hidden;">${escapeHtml(preview)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f8f6;">
<tr><td align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;font-family:${font};">
<tr><td class="ink" style="padding:0 8px 20px;font-size:20px;font-weight:700;letter-spacing:-0.5px;color:#0f1a17;">Satchel</td></tr>
<tr><td class="sheet" style="padding:32px;background:#ffffff;border:1px solid #dfe5e1;border-radius:16px;">
<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:1.25;letter-spacing:-0.4px;color:#0f1a17;">${escapeHtml(heading)}</h1>
${paragraphs.map((text) => paragraph('ink', 'font-size:16px;line-height:1.55;color:#0f1a17;', text, siteUrl)).join('\n')}
${code === undefined ? '' : asDigits(code)}
${action === undefined ? '' : asButton(action)}
${notes.map((text) => paragraph('pale', 'font-size:13px;line-height:1.5;color:#4c5a55;', text, siteUrl)).join('\n')}
</td></tr>
<tr><td class="pale" style="padding:20px 8px 0;font-size:12px;line-height:1.5;color:#4c5a55;">Satchel · Manage your crypto-backed debit card<br><a class="link" href="${escapeHtml(siteUrl)}" style="color:${accent};">${escapeHtml(siteUrl)}</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function paragraph(className: string, style: string, text: string, siteUrl: string): string {
  return `<p class="${className}" style="margin:0 0 16px;${style}">${withLinks(escapeHtml(text), escapeHtml(siteUrl))}</p>`;
}

/** Makes the site's own addresses in a text clickable; no other address is. */
function withLinks(html: string, site: string): string {
  return html
    .split(/(\s)/)
    .map((word) =>
      word.startsWith(`${site}/`) ? `<a class="link" href="${word}" style="color:${accent};">${word}</a>` : word,
    )
    .join('');
}

/** Returns the digits in one piece, so that they can be copied. */
function asDigits(code: string): string {
  return `<p class="ink" style="margin:4px 0 20px;font-size:34px;line-height:1.2;font-weight:700;letter-spacing:8px;color:#0f1a17;">${escapeHtml(code)}</p>`;
}

function asButton({ label, url }: { readonly label: string; readonly url: string }): string {
  const href = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 20px;"><tr><td class="button" style="border-radius:999px;background:${accent};">
<a class="button" href="${href}" style="display:inline-block;padding:13px 26px;border-radius:999px;background:${accent};font-size:16px;font-weight:600;color:#ffffff;text-decoration:none;">${escapeHtml(label)}</a>
</td></tr></table>
<p class="pale" style="margin:0 0 16px;font-size:13px;line-height:1.5;color:#4c5a55;">If the button doesn’t work, open this address:<br><a class="link" href="${href}" style="color:${accent};word-break:break-all;">${href}</a></p>`;
}
