/** Types of parameters. `undefined` is refused, because it would silently become null. */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | readonly SqlValue[]
  | { readonly [key: string]: unknown };

/**
 * A trie of statement pieces: a step per piece. Statements of the same pieces follow the same path, so data about a
 * text is found without composing it.
 */
export class SqlPieceTrie<Value = unknown> {
  value: Value | undefined;
  readonly #next = new Map<unknown, SqlPieceTrie<Value>>();
  readonly #made: { steps: number };

  constructor(made: { steps: number } = { steps: 0 }) {
    this.#made = made;
    made.steps++;
  }

  /** Number of steps in the trie. */
  get steps(): number {
    return this.#made.steps;
  }

  to(piece: unknown): SqlPieceTrie<Value> {
    const existing = this.#next.get(piece);
    if (existing) return existing;
    const next = new SqlPieceTrie<Value>(this.#made);
    this.#next.set(piece, next);
    return next;
  }
}

/** Stands for a parameter in the trie. */
const parameter = Symbol('parameter');

/** Stands in a flattened piece for a repetition of an earlier parameter of the piece, given by its place. */
class Repeated {
  readonly of: number;

  private constructor(of: number) {
    this.of = of;
  }

  static readonly #all: Repeated[] = [];
  /** The same object for the same place, so that the trie recognises it. */
  static at(place: number): Repeated {
    Repeated.#all[place] ??= new Repeated(place);
    return Repeated.#all[place];
  }
}

/** The cast that follows a parameter in the text and gives it its type. */
const castOf = (after = ''): string | undefined => /^::[a-z]+(\[\])?/.exec(after)?.[0];

type Part = SqlValue | Sql | Repeated;

/** Options of a prepared statement. */
interface PreparedOptions {
  readonly brief: boolean;
  readonly bytes: boolean;
}
const usual: PreparedOptions = { brief: false, bytes: false };

/**
 * A piece of SQL with its parameters. Pieces nest. Parameters are numbered once, when `text` is first read, so
 * composing costs no more than references.
 */
export class Sql {
  readonly #strings: readonly string[];
  readonly #parts: readonly Part[];
  #compiled: { text: string; values: SqlValue[] } | undefined;
  /** Undefined: the statement is planned each time, for its values. */
  readonly name: string | undefined;
  /**
   * Whether the statement reads few rows by their keys (or allocates keys) and waits for no lock, so that it may be
   * pipelined and repeated.
   */
  readonly brief: boolean;
  /**
   * Texts are returned as {@link import('#server/utf8-byte-string.ts').ByteString}s, because they are only passed through.
   */
  readonly bytes: boolean;

  constructor(strings: readonly string[], parts: readonly Part[], name?: string, how: PreparedOptions = usual) {
    this.#strings = strings;
    this.#parts = parts;
    this.name = name;
    this.brief = how.brief;
    this.bytes = how.bytes;
  }

  /**
   * The same statement under a name, so that each connection parses and plans it once. Only for statements whose best
   * plan does not depend on the values. One name must always stand for the same text.
   */
  named(name: string | undefined): Sql {
    const statement = new Sql(this.#strings, this.#parts, name);
    statement.#compiled = this.#compiled;
    return statement;
  }

  /** The same statement, which is {@link brief}. */
  asBrief(): Sql {
    const statement = new Sql(this.#strings, this.#parts, this.name, { brief: true, bytes: this.bytes });
    statement.#compiled = this.#compiled;
    return statement;
  }

  /** The step that this statement leads to. Adds its parameters to `values`. */
  follow<Value>(from: SqlPieceTrie<Value>, values: SqlValue[]): SqlPieceTrie<Value> {
    let at = from.to(this.#strings);
    const parts = this.#parts;
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i] as Part;
      if (part instanceof Sql) at = part.follow(at, values);
      else if (part instanceof Repeated) at = at.to(part);
      else {
        if (part === undefined) throw unset(this.#strings[i]);
        values.push(part);
        at = at.to(parameter);
      }
    }
    return at;
  }

  /** The same statement with a known text and the given parameters. */
  asPrepared(text: string, values: SqlValue[], name: string | undefined, how: PreparedOptions): Sql {
    const statement = new Sql(this.#strings, this.#parts, name, how);
    statement.#compiled = { text, values };
    return statement;
  }

  /** The statement with `$1 … $n`. */
  get text(): string {
    return this.#compile().text;
  }

  /** The parameters, in the order of their numbers. */
  get values(): SqlValue[] {
    return this.#compile().values;
  }

  /**
   * The same piece without nested pieces, for caching and use in many statements. A value that occurs several times
   * with one type becomes one parameter.
   */
  flattened(): Sql {
    const strings: string[] = [''];
    const parts: Part[] = [];
    Sql.#flatten(strings, parts, this);
    const places = new Map<string, number>();
    let values = 0;
    const once = parts.map((part, at): Part => {
      const place = values++;
      const cast = typeof part === 'string' || typeof part === 'number' ? castOf(strings[at + 1]) : undefined;
      if (cast === undefined) return part;
      const key = `${cast} ${typeof part} ${part}`;
      const existing = places.get(key);
      if (existing === undefined) {
        places.set(key, place);
        return part;
      }
      values--;
      return Repeated.at(existing);
    });
    return new Sql(oneOf(strings), once, this.name);
  }

  static #flatten(strings: string[], parts: Part[], piece: Sql): void {
    const add = (text: string | undefined) => {
      strings[strings.length - 1] += text ?? '';
    };
    /** Places of this piece's parameters among those of the whole. */
    const own: Part[] = [];
    add(piece.#strings[0]);
    for (const [at, part] of piece.#parts.entries()) {
      if (part instanceof Sql) Sql.#flatten(strings, parts, part);
      else {
        const whole = part instanceof Repeated ? (own[part.of] as Part) : part;
        if (!(part instanceof Repeated)) own.push(part);
        parts.push(whole);
        strings.push('');
      }
      add(piece.#strings[at + 1]);
    }
  }

  /** True for a piece that adds nothing, e.g. a join of no pieces. */
  get isEmpty(): boolean {
    return this.#parts.length === 0 && this.#strings.length === 1 && this.#strings[0] === '';
  }

  #compile(): { text: string; values: SqlValue[] } {
    if (!this.#compiled) {
      const values: SqlValue[] = [];
      this.#compiled = { text: Sql.#append('', values, this), values };
    }
    return this.#compiled;
  }

  static #append(before: string, values: SqlValue[], piece: Sql): string {
    const strings = piece.#strings;
    const parts = piece.#parts;
    const first = values.length;
    let text = before + strings[0];
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i] as Part;
      if (part instanceof Sql) {
        text = Sql.#append(text, values, part);
      } else if (part instanceof Repeated) {
        text += `$${first + part.of + 1}`; // only flattened pieces have repeated parameters
      } else {
        if (part === undefined) throw unset(strings[i]);
        text += `$${values.push(part)}`;
      }
      text += strings[i + 1];
    }
    return text;
  }
}

const unset = (before: string | undefined) =>
  new TypeError(`SQL parameter after "${before}" is undefined; null was meant?`);

/** Maximum number of cached texts. Pieces created anew for each statement share one array per text. */
const mostTexts = 5000;
const longestText = 20_000;
const texts = new Map<string, readonly string[]>();

/** The one array of these texts, by which {@link SqlPieceTrie} recognises a piece. */
function oneOf(strings: readonly string[]): readonly string[] {
  const key = strings.length === 1 ? (strings[0] as string) : strings.join('\0');
  if (key.length > longestText) return strings;
  const cached = texts.get(key);
  if (cached && cached.length === strings.length) return cached;
  if (texts.size >= mostTexts) texts.clear();
  texts.set(key, strings);
  return strings;
}

/** Cache of quoted identifiers: tables and columns repeat endlessly. */
const quoted = new Map<string, Sql>();

function quote(name: string): string {
  if (name.length === 0 || name.includes('\0')) throw new TypeError('an SQL identifier must not be empty or hold NUL');
  return `"${name.includes('"') ? name.replaceAll('"', '""') : name}"`;
}

function id(first: string, second?: string): Sql {
  const key = second === undefined ? first : `${first}\0${second}`;
  let piece = quoted.get(key);
  if (!piece) {
    piece = raw(second === undefined ? quote(first) : `${quote(first)}.${quote(second)}`);
    if (quoted.size < 10_000) quoted.set(key, piece); // a limit, in case names ever come from outside
  }
  return piece;
}

/** Longer texts are compiled once and cached by their user; comparing them would cost more than it saves. */
const shortText = 2000;

function raw(text: string): Sql {
  return new Sql(text.length > shortText ? [text] : oneOf([text]), []);
}

/** Texts of joins, by separator and number of pieces. */
const joints = new Map<string, (readonly string[])[]>();

function jointsOf(separator: string, pieces: number): readonly string[] {
  const ofSeparator = joints.get(separator) ?? [];
  joints.set(separator, ofSeparator);
  const made = ofSeparator[pieces];
  if (made) return made;
  const strings = new Array<string>(pieces + 1).fill(separator);
  strings[0] = '';
  strings[pieces] = '';
  if (pieces <= mostJoined) ofSeparator[pieces] = strings;
  return strings;
}
const mostJoined = 100;

function join(pieces: readonly (Sql | SqlValue)[], separator = ', '): Sql {
  if (pieces.length === 0) return sql.empty;
  return new Sql(jointsOf(separator, pieces.length), pieces);
}

interface SqlTag {
  /** Composes a statement: nested pieces are inlined, everything else becomes a parameter. */
  (strings: TemplateStringsArray, ...parts: (SqlValue | Sql)[]): Sql;
  /** A quoted identifier: `sql.id('admin')`, `sql.id('admin', 'nickname')` → `"admin"."nickname"`. */
  id(name: string): Sql;
  id(qualifier: string, name: string): Sql;
  /** Literal text: only for text of the program, never for input. */
  raw(text: string): Sql;
  /** Pieces or parameters with a separator between them (default a comma). */
  join(pieces: readonly (Sql | SqlValue)[], separator?: string): Sql;
  /** The empty piece. */
  readonly empty: Sql;
}

/**
 * The composer of all SQL for declared resources.
 * @example
 * const where = sql.join([sql`${sql.id('status')} = ${status}`, sql`area_code like ${prefix}`], ' and ');
 * await db.query(sql`select ${sql.join(columns.map((c) => sql.id(c)))} from ${sql.id(table)} where ${where}`);
 */
export const sql: SqlTag = Object.assign(
  (strings: TemplateStringsArray, ...parts: (SqlValue | Sql)[]): Sql => new Sql(strings, parts),
  { id, raw, join, empty: raw('') },
);
