import { rolesThatMay } from '../access/member-role.ts';
import type { AnyField } from '../declaration/field.ts';
import type { FieldCheck } from '../declaration/field-check.ts';
import type { Tone } from '../declaration/option.ts';
import type { FindResource } from '../declaration/resource.ts';
import { hasColumn, kindOf } from '../field/field.ts';
import { checkFieldChecks } from '../field/guard.ts';
import { allFields } from '../resource/columns.ts';
import type { Text } from '../text/text.ts';

/**
 * A line of a member's home page: how many of the rows they hold want something of them. Rows that wait for a member's
 * move stand there by themselves; this is for what time, or somebody else, has made of the others.
 */
export interface HomeLine {
  readonly of: string;
  readonly label: Text;
  readonly tone: Tone;
  readonly where: readonly FieldCheck[];
  /** Only rows nothing of this refers to: an agency without its permit. The line leads to where one is added. */
  readonly lacks?: { readonly of: string; readonly by: string; readonly where: readonly FieldCheck[] };
  /** Where rows name members by their mobile who hold nothing of them yet: the field that does. */
  readonly mobile?: string;
  /** Where a row is the member's own though nobody holds it, a card or a licence: the field that says their account. */
  readonly own?: string;
  /** Where it leads, below `/user`; to the list of exactly these rows unless told. */
  readonly to?: string;
}

/** Rows of these days on a member's home page, the first by their order, below a heading that opens all of them. */
export interface HomeRows {
  readonly of: string;
  readonly label: Text;
  readonly where: readonly FieldCheck[];
  /** A moment or a day, said with each. */
  readonly order: string;
  /** Said where there is none; without it nothing is shown then. */
  readonly none?: Text;
}

/** What somebody does every day, offered at first sight to whoever may add such rows. */
export interface HomeAction {
  readonly of: string;
  readonly label: Text;
  /** Where it is done, below `/user`; the form of the list unless told. */
  readonly to?: string;
}

/** What somebody may begin with who holds nothing yet. */
export interface FirstStep {
  readonly label: Text;
  readonly text: Text;
  /** An address of this site. */
  readonly to: string;
}

/** What the areas of the business bring to it. */
export interface Home {
  readonly lines: readonly HomeLine[];
  readonly rows: readonly HomeRows[];
  readonly acts: readonly HomeAction[];
  readonly begins: readonly FirstStep[];
}

/** What one area brings. */
export interface HomePart {
  readonly home?: readonly HomeLine[];
  readonly homeRows?: readonly HomeRows[];
  readonly homeActs?: readonly HomeAction[];
  readonly begins?: readonly FirstStep[];
}

export const homeOf = (parts: readonly HomePart[]): Home => ({
  lines: parts.flatMap((one) => one.home ?? []),
  rows: parts.flatMap((one) => one.homeRows ?? []),
  // what belongs to a trade stands before what any enterprise does
  acts: parts.toReversed().flatMap((one) => one.homeActs ?? []),
  begins: parts.flatMap((one) => one.begins ?? []),
});

/** Throws where a line counts what nobody declares, or what no member could see, or an act is one no member may do. */
export function checkHome(
  { lines, rows, acts }: Pick<Home, 'lines'> & Partial<Pick<Home, 'rows' | 'acts'>>,
  find: FindResource,
): void {
  for (const { of } of acts ?? []) {
    const resource = find(of);
    if (!resource || rolesThatMay(resource, 'add').length === 0) throw new Error(`home: members add no rows of ${of}`);
  }
  for (const { of, where, order } of rows ?? []) {
    const resource = find(of);
    if (!resource || rolesThatMay(resource, 'index').length === 0)
      throw new Error(`home: members see no rows of ${of}`);
    const fields: Readonly<Record<string, AnyField>> = allFields(resource);
    checkFieldChecks(`home of ${of}`, where, fields);
    const at = fields[order];
    if (!at || !hasColumn(at) || !kindOf(at).dated) throw new Error(`home of ${of}: ${order} is no day to order by`);
  }
  for (const { of, where, lacks, mobile, own, to } of lines) {
    const resource = find(of);
    if (!resource) throw new Error(`home: ${of} is not declared`);
    const fields: Readonly<Record<string, AnyField>> = allFields(resource);
    checkFieldChecks(`home of ${of}`, where, fields);
    if (lacks) checkLacks(of, lacks, to, find);
    const theirs = mobile ?? own;
    if (theirs === undefined) {
      if (rolesThatMay(resource, 'index').length === 0) throw new Error(`home: members see no rows of ${of}`);
    } else if (to === undefined || !fields[theirs] || !hasColumn(fields[theirs]))
      throw new Error(`home: rows of ${of} that nobody holds need a mobile or an account, and lead to a screen`);
  }
}

function checkLacks(
  of: string,
  { of: name, by, where }: NonNullable<HomeLine['lacks']>,
  to: string | undefined,
  find: FindResource,
): void {
  const other = find(name);
  const reference = other?.fields[by];
  if (!other || !reference || reference.options.to !== of || !hasColumn(reference) || to === undefined)
    throw new Error(`home: rows of ${of} lack what refers to them (${name}.${by}), and lead to where it is added`);
  checkFieldChecks(`home of ${of}`, where, allFields(other));
}
