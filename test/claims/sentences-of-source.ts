import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { sentencesOf } from './sentences.ts';

type Node = { readonly type: string } & Readonly<Record<string, unknown>>;

/** The placeholder for filled-in text. */
const hole = '…';

/**
 * The sentences that the source of screens shows: the text of elements and of strings, with `…` for what is filled in.
 * Labels, headings and questions state nothing and are left out.
 */
export function sentencesOfSource(file: string): readonly string[] {
  const { program } = parseSync(path.basename(file), readFileSync(file, 'utf8'));
  const texts: string[] = [];
  collect(program as unknown as Node, texts);
  return texts.flatMap(sentencesOf).filter(isStatement);
}

/** The files below folders that show something: sources, no tests. */
export function sourcesBelow(folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => path.join(folder, name)),
  );
}

function isStatement(sentence: string): boolean {
  return /[.!:]$/.test(sentence) && /^[A-Z“…$]/.test(sentence) && sentence.split(' ').length >= 3;
}

function collect(node: Node, texts: string[]): void {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ThrowStatement':
      return;
    case 'JSXElement':
    case 'JSXFragment':
      texts.push(textOf(node));
      break;
    case 'TemplateLiteral':
      texts.push(templateText(node));
      break;
    case 'Literal':
      if (typeof node['value'] === 'string') texts.push(node['value']);
      break;
    default:
  }
  for (const each of Object.values(node)) {
    if (Array.isArray(each)) for (const child of each as unknown[]) if (isNode(child)) collect(child, texts);
    if (isNode(each)) collect(each, texts);
  }
}

/** The text of an element in one line. What is a block of its own is collected by itself. */
function textOf(node: Node): string {
  return (node['children'] as readonly Node[])
    .map((child) => {
      if (child.type === 'JSXText') return String(child['value']);
      if (child.type === 'JSXExpressionContainer') return literalText(child['expression'] as Node) ?? hole;
      return isInline(child) ? textOf(child) || hole : '\n';
    })
    .join('')
    .replaceAll(/[^\S\n]*\n\s*/g, (space) => (space.includes('\n') ? ' ' : space));
}

const inline = new Set(['strong', 'em', 'b', 'i', 'a', 'span', 'code', 'Link', 'Money', 'time', 'abbr', 'TextLink']);

function isInline(node: Node): boolean {
  if (node.type !== 'JSXElement') return false;
  const { name } = node['openingElement'] as { readonly name: { readonly name?: string } };
  return name.name !== undefined && inline.has(name.name);
}

function literalText(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  return node.type === 'TemplateLiteral' ? templateText(node) : undefined;
}

function templateText(node: Node): string {
  return (node['quasis'] as readonly { readonly value: { readonly cooked: string } }[])
    .map(({ value }) => value.cooked)
    .join(hole);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}
