/**
 * Names the styles that the document holds inline: a chunk that needs them looks for such a link before it fetches them,
 * and what it fetched would come after the styles that build on it. By script, because a browser fetches ahead of the parser
 * what it reads in a document, disabled or not.
 */
export function inlinedStylesScript(files: readonly string[]): string {
  const addresses = JSON.stringify(files.map((file) => `/${file}`));
  return `for(const href of ${addresses})document.head.append(Object.assign(document.createElement('link'),{rel:'stylesheet',href,disabled:true}))`;
}
