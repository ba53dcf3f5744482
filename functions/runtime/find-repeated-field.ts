/** A text, or one of the characters that give JSON its structure. Numbers and words between them are skipped. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/gs;

/**
 * Returns the path of the first field that valid JSON has twice in one object; undefined when there is none.
 * `JSON.parse` takes the last of the two and another reader the first, so two programs could read different requests.
 * Works without recursion, so depth costs nothing.
 */
export function findRepeatedField(json: string): string | undefined {
  const open: { readonly names: Set<string>; name: string | undefined }[] = [];
  let lastText = '';
  for (const [found] of json.matchAll(token)) {
    switch (found) {
      case '{':
      case '[':
        open.push({ names: new Set(), name: undefined });
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case ':': {
        const object = open.at(-1);
        const name = JSON.parse(lastText) as string;
        if (object?.names.has(name)) return [...open.slice(0, -1).map((outer) => outer.name), name].join('.');
        object?.names.add(name);
        if (object) object.name = name;
        break;
      }
      default:
        lastText = found;
    }
  }
  return undefined;
}
