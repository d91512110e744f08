import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { files, parseSource, type SyntaxNode, syntaxOf } from './sources.ts';

/** A file with more lines should be two files. */
const most = 400;
/** Tests are long sequences of simple steps and may be longer. */
const mostOfTests = 600;

test('no source file and no style sheet is too long', () => {
  const long = ['kernel', 'data', 'server', 'web', 'modules', 'apps', 'scripts', 'test', 'e2e', 'bench']
    .flatMap((room) =>
      fs
        .readdirSync(path.join(packageRoot, room), { recursive: true, encoding: 'utf8' })
        .map((file) => `${room}/${file}`.replaceAll(path.sep, '/')),
    )
    .filter((file) => /\.(?:tsx?|mjs|js|css)$/.test(file))
    .flatMap((file) => {
      const lines = fs.readFileSync(path.join(packageRoot, file), 'utf8').split('\n').length - 1;
      const limit = /\.test\.|\.e2e\.|(?:^|\/)test\//.test(file) ? mostOfTests : most;
      return lines > limit ? [`${file}: ${lines} lines, at most ${limit}`] : [];
    });
  expect(long).toEqual([]);
});

/** A folder with more files is hard to look over: they are grouped into folders by purpose. */
const maxFiles = 25;

const foldersToLookOver = ['kernel', 'data', 'server', 'web', 'modules', 'apps', 'scripts', 'test', 'e2e', 'bench'];

test('no folder has too many files', () => {
  const counts = new Map<string, number>();
  const entries = foldersToLookOver.flatMap((room) =>
    fs
      .readdirSync(path.join(packageRoot, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs|js|css)$/.test(entry.name))
      .map((entry) => path.relative(packageRoot, entry.parentPath).replaceAll(path.sep, '/')),
  );
  for (const folder of entries) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  const large = [...counts].filter(([, count]) => count > maxFiles).map(([folder, count]) => `${folder}: ${count}`);
  expect(large).toEqual([]);
});

/** A function with more lines does more than one thing. */
const maxLinesOfFunction = 80;

interface LongFunction {
  readonly name: string;
  readonly lines: number;
}

/** The name that a node of the syntax tree gives to the function within it. */
function nameIn(node: SyntaxNode): string | undefined {
  const named = (node.id ?? node.key) as { readonly name?: unknown } | null | undefined;
  return typeof named?.name === 'string' ? named.name : undefined;
}

/** Functions of a file with more than `limit` lines; anonymous ones are called by the name of what contains them. */
function functionsOver(limit: number, { code, tree }: { code: string; tree: unknown }): LongFunction[] {
  const found: LongFunction[] = [];
  const linesIn = (from: number, to: number) => code.slice(from, to).split('\n').length;
  const visit = (node: unknown, within: string): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, within);
    else if (typeof node === 'object' && node !== null) {
      const parts = node as SyntaxNode;
      const isFunction = /^(?:Function|ArrowFunction)/.test(String(parts.type)) && parts.body;
      const own = nameIn(parts);
      const name = own ?? within;
      if (isFunction) {
        const lines = linesIn(Number(parts.start), Number(parts.end));
        if (lines > limit) found.push({ name, lines });
      }
      for (const value of Object.values(parts)) visit(value, isFunction ? `${name} (within)` : name);
    }
  };
  visit(tree, 'top');
  return found;
}

test('no function is longer than a screen or two', () => {
  const long = files.flatMap((file) =>
    functionsOver(maxLinesOfFunction, syntaxOf(file)).map(
      ({ name, lines }) => `${file} ${name}: ${lines} lines, at most ${maxLinesOfFunction}`,
    ),
  );
  expect(long).toEqual([]);
});

test('the check finds functions of every sort', () => {
  const code = `function a() {\n1;\n}
  const b = () => {\n1;\n};
  class C { d() {\n1;\n} }
  const e = { f() {\n1;\n}, g: () => {\n1;\n} };
  export default function h() {\nreturn <p onClick={() => {\n1;\n}} />;\n}
  run(function () {\n1;\n});`;
  const names = functionsOver(2, { code, tree: parseSource('a.tsx', code) }).map(({ name }) => name);
  expect(names).toEqual(['a', 'b', 'd', 'f', 'g', 'h', 'h (within)', 'top']);
});
