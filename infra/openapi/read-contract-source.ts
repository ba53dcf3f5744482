import path from 'node:path';
import { parseSync, Visitor, type ESTree } from 'vite';

/**
 * The words of one declaration or field of the contract: its doc comment, the declarations that it is made of, and its
 * own fields.
 */
export type FieldWords = {
  readonly name: string;
  readonly file: string;
  readonly text: string | undefined;
  /** The declarations that it is made of, by whose comments it is described when it has none. */
  readonly madeOf: string[];
  readonly fields: Map<string, FieldWords>;
};

/** One file of the contract: the names that it imports by their files, and its declarations by their names. */
export type ContractSource = {
  readonly imports: ReadonlyMap<string, string>;
  readonly declarations: ReadonlyMap<string, FieldWords>;
};

/** Reads the declarations of a file of the contract, their fields, and the doc comments of both. */
export function readContractSource(file: string, source: string): ContractSource {
  const { program, comments } = parseSync(file, source);
  const docs = docsOf(source, comments);
  const wordsAt = (name: string, { start }: ESTree.Span): FieldWords => ({
    name,
    file,
    text: docs.get(start),
    madeOf: [],
    fields: new Map(),
  });
  const imports = new Map<string, string>();
  const top = new Map<ESTree.VariableDeclarator, FieldWords>();
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration')
      for (const { local } of statement.specifiers) imports.set(local.name, path.basename(statement.source.value));
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const declarator of declared.declarations)
      if (declarator.id.type === 'Identifier') top.set(declarator, wordsAt(declarator.id.name, statement));
  }
  /** The declaration and the fields inside which the visitor is, the innermost last. */
  const open: FieldWords[] = [];
  /** Names that stand for themselves, not for a declaration. */
  const names = new Set<ESTree.Node>();
  /** Conditions on a value: no part of it. */
  const checks: ESTree.Span[] = [];
  new Visitor({
    VariableDeclarator(node) {
      const words = top.get(node);
      if (words === undefined) return;
      names.add(node.id);
      open.push(words);
    },
    'VariableDeclarator:exit'(node) {
      if (top.has(node)) open.pop();
    },
    Property(node) {
      const outer = open.at(-1);
      if (outer === undefined) return;
      names.add(node.key);
      const name = node.key.type === 'Identifier' ? node.key.name : source.slice(node.key.start + 1, node.key.end - 1);
      const words = wordsAt(name, node);
      // Of the ways of a union the first one's words count.
      if (!outer.fields.has(name)) outer.fields.set(name, words);
      open.push(words);
    },
    'Property:exit'() {
      open.pop();
    },
    CallExpression({ callee, end }) {
      const isCheck = callee.type === 'MemberExpression' && !callee.computed && callee.property.name === 'check';
      if (isCheck) checks.push({ start: callee.end, end });
    },
    MemberExpression(node) {
      names.add(node.property);
    },
    Identifier(node) {
      const isPart = !names.has(node) && !checks.some(({ start, end }) => node.start > start && node.start < end);
      if (isPart) open.at(-1)?.madeOf.push(node.name);
    },
  }).visit(program);
  return { imports, declarations: new Map([...top.values()].map((words) => [words.name, words])) };
}

/** Returns the doc comments by the place of the code that follows each; other comments may stand between. */
function docsOf(source: string, comments: ReturnType<typeof parseSync>['comments']): ReadonlyMap<number, string> {
  const code = comments.reduce(
    (text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end),
    source,
  );
  const docs = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'));
  return new Map(
    docs.map(({ end, value }) => [
      end + code.slice(end).search(/\S/),
      value
        .replaceAll(/^\s*\*/gm, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ]),
  );
}
