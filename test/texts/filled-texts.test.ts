import { expect, test } from 'vitest';
import { text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { invalid, Refused } from '#server/refusal.ts';
import { files, parseSource, readSource, readWhole, type SyntaxNode } from '../architecture/sources.ts';

/** The placeholders of a wording: every `{name}` and `{name|one|other}`. */
const placesOf = (...wordings: readonly string[]): ReadonlySet<string> =>
  new Set(wordings.flatMap((one) => [...one.matchAll(/\{(\w+)(?:\|[^{}]*)?\}/g)].map(([, name]) => name as string)));

const messagePlaces: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(validationMessages).map(([key, one]) => [`messages.${key}`, placesOf(one['zh-cn'], one.en)]),
);

type Node = SyntaxNode & { readonly type: string; readonly start: number; readonly end: number };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const partsOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value : [value]).filter(isNode);

/** Every node of a tree. */
function nodesIn(value: unknown, found: Node[] = []): readonly Node[] {
  if (Array.isArray(value)) for (const one of value) nodesIn(one, found);
  else if (isNode(value)) {
    found.push(value);
    for (const part of Object.values(value)) nodesIn(part, found);
  }
  return found;
}

/** `x as const satisfies Y` → `x`. */
const plain = (node: unknown): Node | undefined =>
  !isNode(node) ? undefined : /^TS(As|Satisfies|NonNull)Expression$/.test(node.type) ? plain(node.expression) : node;

const wordOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;

/** `texts.title` of an identifier or of members, read by name. */
function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Identifier') return String(node.name);
  const object = node.type === 'MemberExpression' && node.computed !== true ? nameOf(node.object) : undefined;
  return object && `${object}.${nameOf(node.property)}`;
}

const keyOf = ({ key }: Node): string => nameOf(key) ?? wordOf(key) ?? '';

/** The placeholders of `text('…', '…')`. */
function literalPlaces(node: unknown): ReadonlySet<string> | undefined {
  const called = plain(node);
  if (called?.type !== 'CallExpression' || nameOf(called.callee) !== 'text') return undefined;
  const words = partsOf(called.arguments).map(wordOf);
  return words.every((one) => one !== undefined) ? placesOf(...words) : undefined;
}

/** The texts a file declares, by name: `title`, `texts.title`. */
function declaredTexts(name: string, value: unknown): [string, ReadonlySet<string>][] {
  const places = literalPlaces(value);
  if (places) return [[name, places]];
  const object = plain(value);
  if (object?.type !== 'ObjectExpression') return [];
  return partsOf(object.properties).flatMap((one) =>
    one.type === 'Property' ? declaredTexts(`${name}.${keyOf(one)}`, one.value) : [],
  );
}

/** The keys of an object literal; undefined for any other value. */
function namesOf(node: unknown): ReadonlySet<string> | undefined {
  if (!isNode(node)) return new Set();
  const properties = node.type === 'ObjectExpression' ? partsOf(node.properties) : [];
  if (node.type !== 'ObjectExpression' || properties.some(({ type }) => type !== 'Property')) return undefined;
  return new Set(properties.map(keyOf));
}

/** A call that uses a text, and the values it fills in. */
function saidBy(node: Node): { readonly said: unknown; readonly values: unknown } | undefined {
  const [first, second, third, fourth] = partsOf(node.arguments);
  const name = nameOf(node.callee);
  if (node.type === 'NewExpression' && name === 'Refused') {
    const options = second?.type === 'ObjectExpression' ? partsOf(second.properties) : [];
    const values = options.find((one) => one.type !== 'Property' || keyOf(one) === 'values');
    return { said: first, values: values?.type === 'Property' ? values.value : (values ?? undefined) };
  }
  if (node.type !== 'CallExpression') return undefined;
  if (name === 'translate' || name === 't') return { said: first, values: second };
  if (name === 'textIn') return { said: first, values: third };
  if (name === 'refuse' && wordOf(first)) return { said: `messages.${wordOf(first)}`, values: fourth };
  return undefined;
}

/**
 * Uses of a message by its key, and placeholders in a string of a file that calls `text`: without any a file cannot be
 * wrong. Only a quarter of all has them and is parsed.
 */
const usesMessages = /\brefuse\(\s*['"]|\bmessages\s*\??\.\s*\w/;
const placeholderInString = /['"].*(?<!\$)\{\w+(?:\|[^{}]*)?\}/;
const usesPlaceholders = (code: string): boolean =>
  usesMessages.test(code) || (/\btext\(/.test(code) && placeholderInString.test(code));

/** Placeholders that a call leaves unfilled, and texts with placeholders that are read without filling them. */
function unfilledIn(file: string, code: string): string[] {
  if (!usesPlaceholders(code)) return [];
  const nodes = nodesIn(parseSource(file, code));
  const known = new Map([
    ...messagePlaces,
    ...nodes.flatMap((one) =>
      one.type === 'VariableDeclarator' && nameOf(one.id) ? declaredTexts(nameOf(one.id) as string, one.init) : [],
    ),
  ]);
  const placesAt = (said: unknown) =>
    typeof said === 'string' ? known.get(said) : (literalPlaces(said) ?? known.get(nameOf(said) ?? ''));
  const faultOf = (node: Node): boolean => {
    if (node.type === 'MemberExpression') {
      const oneLanguage = node.computed === true || nameOf(node.property) === 'en';
      return oneLanguage && (placesAt(node.object)?.size ?? 0) > 0;
    }
    const { said, values } = saidBy(node) ?? {};
    const given = namesOf(values);
    return given !== undefined && [...(placesAt(said) ?? [])].some((name) => !given.has(name));
  };
  return nodes.filter(faultOf).map(({ start, end }) => `${file}: ${code.slice(start, Math.min(end, start + 90))}`);
}

/** Texts about placeholders themselves: the URLs of map tiles contain `{x}`. */
const sayPlaces: ReadonlySet<string> = new Set([
  'modules/system/server/settings/validate-ips-urls-and-map-keys-of-settings.ts: texts.tiles[locale]',
]);

test('every placeholder of a text is filled where the text is used', () => {
  const found = files.flatMap((file) => unfilledIn(file, readWhole(file))).filter((one) => !sayPlaces.has(one));
  expect(found).toEqual([]);
});

test('the check finds texts of every sort that are not filled', () => {
  const faults = [
    "const texts = { left: text('还剩 {n} 次', '{n} left') }; translate(texts.left, {});",
    "translate(text('还剩 {n} 次', '{n} left'), { m: 1 });",
    "const left = text('还剩 {n} 次', '{n|try|tries} left'); show(left.en);",
    "throw new Refused(text('还剩 {n} 次', '{n} left'), { values: {} });",
    `throw refuse('${[...messagePlaces].find(([, places]) => places.size > 0)?.[0].slice('messages.'.length)}', a, b, {});`,
  ];
  for (const code of faults) expect(unfilledIn('a.ts', code), code).toHaveLength(1);
  expect(unfilledIn('a.ts', "translate(text('还剩 {n} 次', '{n} left'), { n: 1 });")).toEqual([]);
});

/** Patterns that are no texts: document numbers, URLs of tiles, footers and invented addresses. */
const replacePlaces: ReadonlySet<string> = new Set([
  'kernel/module/official-document-number.ts',
  'modules/demo/server/generate/generate-enterprise-names-and-addresses.ts',
  'server/pdf/write-pdf.ts',
  'web/map/engine/use-map-background.ts',
]);

test('no placeholder is filled by hand, which would leave `{n|row|rows}` as it is', () => {
  const found = files.filter((file) => /\.replace(?:All)?\(\s*['"`]\{/.test(readSource(file)));
  expect(found.filter((file) => !replacePlaces.has(file))).toEqual([]);
});

test('a refusal is logged with its values', () => {
  expect(new Refused(text('还剩 {n} 次', '{n} {n|try|tries} left'), { values: { n: 2 } }).message).toBe('2 tries left');
  const about = { label: text('所涉记录', 'Related record') };
  expect(invalid({ about: ['Required'] }, { about }).message).toBe('Related record: Required');
});
