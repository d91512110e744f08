import { createHash, randomBytes } from 'node:crypto';
import { type Text, text } from '#kernel/text/text.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';

/** Of a link that is used up, past its end, unknown, somebody else's or made for something else: it never says which. */
const invalidLink = text('链接无效或已使用', 'The link is invalid or already used');

/** What tickets of one purpose are good for. */
export interface TicketRules {
  /** Part of the stored hash, so that a ticket of one purpose opens nothing of another. Never changed. */
  readonly name: string;
  /** How long it is valid. */
  readonly seconds: number;
  /** How often it can be redeemed; `any`: until it ends. Default: once. */
  readonly uses?: number | 'any';
  /** Only the holder it was issued to can redeem it. Default: whoever has it. */
  readonly held?: true;
  /** The message of a refusal. Default: 链接无效或已使用. */
  readonly refusal?: Text;
  /** What a refusal answers besides. Default: `{ reason: 'not_found' }`. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A ticket that is valid. */
interface ValidTicket<C> {
  readonly holder: string | null;
  readonly content: C;
}

/** To whom a ticket is issued (`member 12`), and what it brings with it. */
interface Issue<C> {
  readonly holder?: string;
  readonly content?: C;
}

const declared = new Map<string, TicketRules>();

/** The purposes of tickets, by name. */
export const ticketPurposes = (): ReadonlyMap<string, TicketRules> => declared;

/** A secret that cannot be guessed; of 16 bytes where it is part of a text message. */
export const newTicketSecret = (bytes: 16 | 32 = 32): string => randomBytes(bytes).toString('base64url');

/**
 * Declares what a ticket or single-use link is for: a random secret, stored by its hash, that is valid for some time,
 * some number of times and, if `held`, for its holder. `const proof = oneTimeTicket<{ way: string }>({ name: 'contact
 * proof', seconds: 600 })`.
 */
export function oneTimeTicket<C extends object = Record<string, never>>(rules: TicketRules): OneTimeTicket<C> {
  const { name, seconds, uses = 1 } = rules;
  if (!/^[a-z][a-z -]*$/.test(name)) throw new Error(`${name} is no name of a ticket: small letters are expected`);
  if (declared.has(name)) throw new Error(`two tickets are named ${name}`);
  for (const count of [seconds, uses === 'any' ? 1 : uses])
    if (!(Number.isInteger(count) && count >= 1)) throw new Error(`ticket ${name}: ${count} is no whole number from 1`);
  declared.set(name, rules);
  return new OneTimeTicket(rules);
}

/** Tickets of a purpose that another module declares, by the name in the contract of that module. */
export function ticketsOfPurpose<C extends object>(purpose: string): OneTimeTicket<C> {
  const rules = declared.get(purpose);
  if (!rules) throw new Error(`no ticket is named ${purpose}`);
  return new OneTimeTicket<C>(rules);
}

/** Tickets of one purpose. */
export class OneTimeTicket<C extends object> {
  readonly rules: TicketRules;

  constructor(rules: TicketRules) {
    this.rules = rules;
  }

  /** What the database stores of a secret. */
  hash(secret: unknown): string {
    const given = typeof secret === 'string' ? secret : '';
    return createHash('sha256').update(`${this.rules.name}:${given}`).digest('base64url');
  }

  refused(): Refused {
    const { refusal = invalidLink, data = { reason: 'not_found' } } = this.rules;
    return new Refused(refusal, { data });
  }

  /** Issues a ticket; returns its secret, which cannot be read again. */
  async issue(db: Queryable, { holder, content }: Issue<C> = {}): Promise<string> {
    const { name, seconds, uses = 1, held } = this.rules;
    if (held && holder === undefined) throw new Error(`ticket ${name} is issued to nobody`);
    const secret = newTicketSecret();
    await db.query(sql`insert into one_time_ticket (hash, purpose, holder, content, uses_left, expires_at)
      values (${this.hash(secret)}, ${name}, ${holder ?? null}, ${JSON.stringify(content ?? {})}::jsonb,
        ${uses === 'any' ? null : uses}, now() + make_interval(secs => ${seconds}))`);
    return secret;
  }

  /** A valid ticket, without using it; undefined: it is not valid for this holder. */
  async read(db: Queryable, secret: unknown, holder?: string): Promise<ValidTicket<C> | undefined> {
    return db.row<ValidTicket<C> & Record<string, unknown>>(
      namePreparedStatement(sql`select holder, content from one_time_ticket where ${this.#valid(secret, holder)}`),
    );
  }

  /**
   * Uses a ticket and returns what it brings; refused if it is not valid for this holder. Of any number of simultaneous
   * calls, only as many get through as it has uses left; a transaction that is rolled back gives the use back.
   */
  async redeem(db: Queryable, secret: unknown, holder?: string): Promise<C> {
    const { uses = 1 } = this.rules;
    const valid = this.#valid(secret, holder);
    const used =
      uses === 'any'
        ? await this.read(db, secret, holder)
        : await db.row<{ content: C }>(
            uses === 1
              ? sql`delete from one_time_ticket where ${valid} returning content`
              : sql`update one_time_ticket set uses_left = uses_left - 1 where ${valid} returning content`,
          );
    if (!used) throw this.refused();
    return used.content;
  }

  /** Replaces part of what a ticket brings. */
  async change(db: Queryable, secret: string, part: Partial<C>): Promise<void> {
    await db.query(sql`update one_time_ticket set content = content || ${JSON.stringify(part)}::jsonb
      where hash = ${this.hash(secret)} and purpose = ${this.rules.name}`);
  }

  /** Ends the tickets of a holder, all but one. */
  async revoke(db: Queryable, holder: string, except?: string): Promise<void> {
    await db.query(sql`delete from one_time_ticket where holder = ${holder} and purpose = ${this.rules.name}
      and hash <> ${except === undefined ? '' : this.hash(except)}`);
  }

  #valid(secret: unknown, holder: string | undefined): Sql {
    const { name, held } = this.rules;
    const theirs = held ? sql`and holder = ${holder ?? ''}` : sql.empty;
    return sql`hash = ${this.hash(secret)} and purpose = ${name} and expires_at > now()
      and (uses_left is null or uses_left > 0) ${theirs}`;
  }
}
