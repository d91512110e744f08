import { type Text, text } from '#kernel/text/text.ts';
import { foldCharacter } from './ignore-width-and-case-of-characters.ts';

/** What a pattern consists of. Everything in it can be matched in time proportional to the length of the text. */
export type PatternNode =
  | { readonly type: 'set'; readonly has: (character: string) => boolean }
  | { readonly type: 'all'; readonly parts: readonly PatternNode[] }
  | { readonly type: 'any'; readonly parts: readonly PatternNode[] }
  | { readonly type: 'repeat'; readonly part: PatternNode; readonly min: number; readonly max: number }
  | { readonly type: 'group'; readonly part: PatternNode; readonly number: number }
  | { readonly type: 'edge'; readonly at: 'start' | 'end' };

export interface ParsedPattern {
  readonly node: PatternNode;
  /** Number of groups that capture. */
  readonly groups: number;
}

/** Why a pattern is refused, with the place in it (from 1). */
export class PatternError extends Error {
  readonly text: Text;
  readonly values: Readonly<Record<string, unknown>>;

  constructor(message: Text, values: Readonly<Record<string, unknown>> = {}) {
    super(message.en);
    this.text = message;
    this.values = values;
  }
}

const texts = {
  end: text('模式没有写完', 'The pattern is not complete'),
  unexpected: text('第 {n} 个字符“{c}”不能出现在这里', 'Character {n}, “{c}”, is not possible here'),
  nothing: text('第 {n} 个字符“{c}”之前没有可重复的内容', 'Character {n}, “{c}”: nothing to repeat'),
  empty: text('第 {n} 个字符：被重复的部分可能为空', 'Character {n}: the repeated part can be empty'),
  count: text(
    '第 {n} 个字符：重复次数须为 0 至 {max}，且先小后大',
    'Character {n}: repeats from 0 to {max}, the smaller number first',
  ),
  reference: text(
    '第 {n} 个字符：不支持反向引用，它可能使匹配没完没了',
    'Character {n}: back references are not supported, as matching them may never end',
  ),
  look: text(
    '第 {n} 个字符：不支持环视，它可能使匹配没完没了',
    'Character {n}: look-around is not supported, as matching it may never end',
  ),
  escape: text('第 {n} 个字符：不支持“\\{c}”', 'Character {n}: “\\{c}” is not supported'),
  range: text('第 {n} 个字符：范围须先小后大', 'Character {n}: the smaller end of a range comes first'),
  deep: text('括号嵌套过深', 'Too many brackets within brackets'),
};

/** Most repeats that can be counted, and brackets within brackets. */
const maxRepeats = 100;
const maxDepth = 20;

const classes: Readonly<Record<string, (character: string) => boolean>> = {
  d: (one) => one >= '0' && one <= '9' && one.length === 1,
  w: (one) => /^[a-z0-9_]$/i.test(one),
  s: (one) => /^\s$/.test(one),
};

function canBeEmpty(node: PatternNode): boolean {
  switch (node.type) {
    case 'set':
      return false;
    case 'edge':
      return true;
    case 'all':
      return node.parts.every(canBeEmpty);
    case 'any':
      return node.parts.some(canBeEmpty);
    case 'repeat':
      return node.min === 0 || canBeEmpty(node.part);
    case 'group':
      return canBeEmpty(node.part);
  }
}

/**
 * Parses a pattern: the regular expressions that people know without what cannot be matched in linear time (back references,
 * look-around). Characters are compared without width and case.
 *
 * @throws PatternError
 */
export function parsePattern(pattern: string): ParsedPattern {
  const parser = new PatternParser([...pattern]);
  return parser.parse();
}

class PatternParser {
  readonly #characters: readonly string[];
  #at = 0;
  #groups = 0;
  #depth = 0;

  constructor(characters: readonly string[]) {
    this.#characters = characters;
  }

  parse(): ParsedPattern {
    const node = this.#alternatives();
    if (this.#at < this.#characters.length) this.#fail(texts.unexpected);
    return { node, groups: this.#groups };
  }

  get #next(): string | undefined {
    return this.#characters[this.#at];
  }

  #fail(message: Text, values: Readonly<Record<string, unknown>> = {}): never {
    throw new PatternError(message, { n: this.#at + 1, c: this.#next ?? '', ...values });
  }

  #alternatives(): PatternNode {
    const parts = [this.#sequence()];
    while (this.#next === '|') {
      this.#at++;
      parts.push(this.#sequence());
    }
    return parts.length === 1 && parts[0] ? parts[0] : { type: 'any', parts };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#next !== undefined && this.#next !== '|' && this.#next !== ')') {
      const from = this.#at;
      parts.push(this.#repeats(this.#atom(), from));
    }
    return { type: 'all', parts };
  }

  #atom(): PatternNode {
    const character = this.#next ?? '';
    if (/[*+?{]/.test(character)) this.#fail(texts.nothing);
    if (character === '(') return this.#group();
    if (character === '[') return this.#set();
    if (character === ']' || character === '}') this.#fail(texts.unexpected);
    this.#at++;
    if (character === '^') return { type: 'edge', at: 'start' };
    if (character === '$') return { type: 'edge', at: 'end' };
    if (character === '.') return { type: 'set', has: (one) => one !== '\n' };
    if (character === '\\') return { type: 'set', has: this.#escape() };
    const folded = foldCharacter(character);
    return { type: 'set', has: (one) => one === folded };
  }

  #group(): PatternNode {
    this.#at++;
    if (++this.#depth > maxDepth) throw new PatternError(texts.deep);
    let number: number | undefined;
    if (this.#next === '?') {
      const kind = this.#characters.slice(this.#at, this.#at + 2).join('');
      if (kind !== '?:') this.#fail(/^\?[=!<]/.test(kind) ? texts.look : texts.unexpected);
      this.#at += 2;
    } else number = ++this.#groups;
    const part = this.#alternatives();
    if (this.#next !== ')') throw new PatternError(texts.end);
    this.#at++;
    this.#depth--;
    return number === undefined ? part : { type: 'group', part, number };
  }

  /** A class after its backslash. */
  #escape(): (character: string) => boolean {
    const character = this.#next;
    if (character === undefined) throw new PatternError(texts.end);
    if (/[1-9]/.test(character)) this.#fail(texts.reference);
    const charClass = classes[character.toLowerCase()];
    const control = { n: '\n', r: '\r', t: '\t' }[character];
    if (!charClass && !control && /[a-z0-9]/i.test(character)) this.#fail(texts.escape);
    this.#at++;
    if (charClass) return character === character.toLowerCase() ? charClass : (one) => !charClass(one);
    const folded = foldCharacter(control ?? character);
    return (one) => one === folded;
  }

  #set(): PatternNode {
    this.#at++;
    const isNegated = this.#next === '^';
    if (isNegated) this.#at++;
    const members: ((character: string) => boolean)[] = [];
    while (this.#next !== ']') {
      if (this.#next === undefined) throw new PatternError(texts.end);
      members.push(this.#member());
    }
    if (members.length === 0) this.#fail(texts.unexpected);
    this.#at++;
    const has = (one: string) => members.some((member) => member(one));
    return { type: 'set', has: isNegated ? (one) => !has(one) : has };
  }

  #member(): (character: string) => boolean {
    const first = this.#next ?? '';
    this.#at++;
    if (first === '\\') return this.#escape();
    const [dash, last] = this.#characters.slice(this.#at, this.#at + 2);
    if (dash !== '-' || last === undefined || last === ']') {
      const folded = foldCharacter(first);
      return (one) => one === folded;
    }
    const [from, to] = [foldCharacter(first), foldCharacter(last)].map((one) => one.codePointAt(0) ?? 0) as [
      number,
      number,
    ];
    if (last === '\\' || from > to) this.#fail(texts.range);
    this.#at += 2;
    return (one) => {
      const point = one.codePointAt(0) ?? -1;
      return point >= from && point <= to;
    };
  }

  /** An atom with what follows it: `*`, `+`, `?`, `{2}`, `{2,}`, `{2,5}`. */
  #repeats(part: PatternNode, from: number): PatternNode {
    const counts = this.#counts();
    if (!counts) return part;
    if (part.type === 'edge' || (counts[1] > counts[0] && canBeEmpty(part))) {
      this.#at = from;
      this.#fail(texts.empty);
    }
    const [min, max] = counts;
    // a second one would be lazy or possessive matching, which has no meaning for a rule that only fits or does not
    if (this.#next !== undefined && /[*+?{]/.test(this.#next)) this.#fail(texts.nothing);
    return { type: 'repeat', part, min, max };
  }

  #counts(): readonly [min: number, max: number] | undefined {
    const character = this.#next;
    const simple = { '*': [0, Infinity], '+': [1, Infinity], '?': [0, 1] }[character ?? ''] as
      | readonly [number, number]
      | undefined;
    if (simple) {
      this.#at++;
      return simple;
    }
    if (character !== '{') return undefined;
    const end = this.#characters.indexOf('}', this.#at);
    const written = /^(\d{1,3})(?:(,)(\d{1,3})?)?$/.exec(this.#characters.slice(this.#at + 1, end).join(''));
    if (end < 0 || !written) this.#fail(texts.unexpected);
    const min = Number(written[1]);
    const max = written[2] === undefined ? min : written[3] === undefined ? Infinity : Number(written[3]);
    if (min > max || min > maxRepeats || (max !== Infinity && max > maxRepeats) || max === 0)
      this.#fail(texts.count, { max: maxRepeats });
    this.#at = end + 1;
    return [min, max];
  }
}
