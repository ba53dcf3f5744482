import type { MailContent } from '#functions/domain/mails/render-mail.ts';

const entities: Readonly<Record<string, string>> = {
  '&#x27;': "'",
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};

/** The sentences of a prerendered page: headings, navigation, buttons, drawings and plain lists of names left out. */
export function sentencesOfPage(html: string): readonly string[] {
  const text = html
    .replaceAll(/<(header|footer|nav|svg|h[1-6]|summary)\b[\s\S]*?<\/\1>/g, '\n')
    .replaceAll(/<a [^>]*class="(?:button|skip-link)[^>]*>[\s\S]*?<\/a>/g, '\n')
    .replaceAll(/<ul class="_?(?:coins|countries)(?:_[\w-]+)?">[\s\S]*?<\/ul>/g, '\n')
    .replaceAll(/<span data-price="\w+">([^<]*)<\/span>/g, '$1')
    .replaceAll(/<\/?(?:strong|a|time)\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll(/&(?:#x27|quot|lt|gt|amp);/g, (entity) => entities[entity] ?? entity);
  return text.split('\n').flatMap(sentencesOf);
}

/** The sentences of a mail's text: its heading, links and signature left out. */
export function sentencesOfMail({ text }: MailContent): readonly string[] {
  const [, ...blocks] = text.trim().split('\n\n');
  return blocks
    .filter((block) => !block.startsWith('Satchel · ') && !/^[^\n]+:\nhttps?:/.test(block) && !/^\d{6}$/.test(block))
    .flatMap((block) => sentencesOf(block.replaceAll('\n', ' ')));
}

/** The sentences of a line of text; single words and figures without a unit are none. */
export function sentencesOf(line: string): readonly string[] {
  return line
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?:])\s+(?=[A-Z“])/)
    .filter((sentence) => /[A-Za-z]{2}.* /.test(sentence) || /\$\d|%/.test(sentence));
}
