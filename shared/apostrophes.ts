/** Returns a text with the apostrophe of a keyboard in place of those that phones and documents write. */
export function plainApostrophes(text: string): string {
  return text.replaceAll(/[ʼ’]/g, "'");
}
