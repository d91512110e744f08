import { rolesThatMay } from '../access/member-access.ts';
import type { AnyField } from '../declaration/field.ts';
import type { Tone } from '../declaration/option.ts';
import type { FindResource } from '../declaration/resource.ts';
import type { RowCondition } from '../declaration/row-condition.ts';
import { hasColumn, kindOf } from '../field/field.ts';
import { checkRowConditions } from '../field/row-condition.ts';
import { allFields } from '../resource/columns.ts';
import type { Text } from '../text/text.ts';

/**
 * A line on a member's home page: the number of held rows that need attention because of time or somebody else's act.
 * Rows that wait for a move of the member are listed automatically.
 */
export interface HomeLine {
  readonly of: string;
  readonly label: Text;
  readonly tone: Tone;
  readonly where: readonly RowCondition[];
  /**
   * Counts only rows to which no such row refers: an agency without its permit. The line links to the form that adds
   * one.
   */
  readonly lacks?: { readonly of: string; readonly by: string; readonly where: readonly RowCondition[] };
  /** The field with the mobile number, for rows that name members before they hold anything. */
  readonly mobile?: string;
  /** The field with the account, for personal rows outside what the member holds: a card or a licence. */
  readonly own?: string;
  /** Link path below `/user`. Default: the list of exactly these rows. */
  readonly to?: string;
}

/** The first rows of a list on a member's home page, below a heading that links to all of them. */
export interface HomeRows {
  readonly of: string;
  readonly label: Text;
  readonly where: readonly RowCondition[];
  /** Moment or day to order by; shown with each row. */
  readonly order: string;
  /** Text if there are no rows. Default: the section is hidden. */
  readonly none?: Text;
}

/** A daily task, offered prominently to whoever may add such rows. */
export interface HomeAction {
  readonly of: string;
  readonly label: Text;
  /** Link path below `/user`. Default: the form of the list. */
  readonly to?: string;
}

/** A first step for members who hold nothing yet. */
export interface FirstStep {
  readonly label: Text;
  readonly text: Text;
  /** URL path on this site. */
  readonly to: string;
}

/** Contributions of all modules to the home page. */
export interface MemberHome {
  readonly lines: readonly HomeLine[];
  readonly rows: readonly HomeRows[];
  readonly acts: readonly HomeAction[];
  readonly begins: readonly FirstStep[];
}

/** Contribution of one module. */
export interface MemberHomePart {
  readonly home?: readonly HomeLine[];
  readonly homeRows?: readonly HomeRows[];
  readonly homeActs?: readonly HomeAction[];
  readonly begins?: readonly FirstStep[];
}

export const memberHomeOf = (parts: readonly MemberHomePart[]): MemberHome => ({
  lines: parts.flatMap((one) => one.home ?? []),
  rows: parts.flatMap((one) => one.homeRows ?? []),
  // Parts of a trade come before parts that concern any enterprise.
  acts: parts.toReversed().flatMap((one) => one.homeActs ?? []),
  begins: parts.flatMap((one) => one.begins ?? []),
});

/**
 * Throws if a line counts an undeclared resource or one that members cannot see, or if an action is not open to
 * members.
 */
export function checkMemberHome(
  { lines, rows, acts }: Pick<MemberHome, 'lines'> & Partial<Pick<MemberHome, 'rows' | 'acts'>>,
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
    checkRowConditions(`home of ${of}`, where, fields);
    const at = fields[order];
    if (!at || !hasColumn(at) || !kindOf(at).dated)
      throw new Error(`home of ${of}: ${order} is not a date to order by`);
  }
  for (const { of, where, lacks, mobile, own, to } of lines) {
    const resource = find(of);
    if (!resource) throw new Error(`home: ${of} is not declared`);
    const fields: Readonly<Record<string, AnyField>> = allFields(resource);
    checkRowConditions(`home of ${of}`, where, fields);
    if (lacks) checkLacks(of, lacks, to, find);
    const theirs = mobile ?? own;
    if (theirs === undefined) {
      if (rolesThatMay(resource, 'index').length === 0) throw new Error(`home: members see no rows of ${of}`);
    } else if (to === undefined || !fields[theirs] || !hasColumn(fields[theirs]))
      throw new Error(`home: rows of ${of} that nobody holds need a mobile or account field, and a screen`);
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
    throw new Error(`home: first steps for ${of} need a reference (${name}.${by}), and a screen to add it`);
  checkRowConditions(`home of ${of}`, where, allFields(other));
}
