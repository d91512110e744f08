import { memberRolesThatMay } from '../access/member-rights-by-role.ts';
import type { AnyField } from '../declaration/field.ts';
import type { FindResource } from '../declaration/resource.ts';
import type { RowCondition } from '../declaration/row-condition-and-move-guard.ts';
import type { Tone } from '../declaration/select-option-with-label-color-tone.ts';
import { checkConditionDeclarations } from '../field/check-condition-and-guard-declarations.ts';
import { hasColumn, kindOf } from '../field/field.ts';
import { allColumnsOf } from '../resource/all-columns-of-resource.ts';
import type { Text } from '../text/text.ts';

/**
 * A line on a member's home page: the number of rows that need the member's attention because time has passed or
 * somebody else has done something. Rows that wait for a move of the member are listed without any declaration.
 */
export interface MemberHomeLine {
  readonly of: string;
  readonly label: Text;
  readonly tone: Tone;
  readonly where: readonly RowCondition[];
  /**
   * Only rows to which no such row refers are counted: an agency without its permit. The line links to the form that
   * adds one.
   */
  readonly lacks?: { readonly of: string; readonly by: string; readonly where: readonly RowCondition[] };
  /** The field with the mobile number, for rows that concern a member who does not hold them yet. */
  readonly mobile?: string;
  /**
   * The field with the account, for personal rows that the member does not hold through an enterprise: a card or a
   * licence.
   */
  readonly own?: string;
  /** The path below `/user` to which the line links. Default: the list of exactly these rows. */
  readonly to?: string;
}

/** A section of a member's home page with the first rows of a list, below a heading that links to all of them. */
export interface MemberHomeSection {
  readonly of: string;
  readonly label: Text;
  readonly where: readonly RowCondition[];
  /** The field with the moment or day by which rows are ordered. It is shown with each row. */
  readonly order: string;
  /** The text if there are no rows. Default: the section is hidden. */
  readonly none?: Text;
}

/** A daily task, offered prominently to members who may add such rows. */
export interface MemberHomeAction {
  readonly of: string;
  readonly label: Text;
  /** The path below `/user` to which it links. Default: the form for a new row. */
  readonly to?: string;
  /** Hardly ever needed: stands after all others. */
  readonly rare?: true;
}

/** A first step for members who hold nothing yet. */
export interface MemberFirstStep {
  readonly label: Text;
  readonly text: Text;
  /** The path on this site to which it links. */
  readonly to: string;
}

/** What all modules contribute to the home page of members. */
export interface MemberHome {
  readonly lines: readonly MemberHomeLine[];
  readonly rows: readonly MemberHomeSection[];
  readonly acts: readonly MemberHomeAction[];
  readonly begins: readonly MemberFirstStep[];
}

/** What one module contributes to the home page of members. */
export interface MemberHomeOfModule {
  readonly home?: readonly MemberHomeLine[];
  readonly homeRows?: readonly MemberHomeSection[];
  readonly homeActs?: readonly MemberHomeAction[];
  readonly begins?: readonly MemberFirstStep[];
}

export const memberHomeOf = (parts: readonly MemberHomeOfModule[]): MemberHome => ({
  lines: parts.flatMap((one) => one.home ?? []),
  rows: parts.flatMap((one) => one.homeRows ?? []),
  // Parts of a trade come before parts that concern any enterprise, and what is hardly ever needed comes last.
  acts: parts
    .toReversed()
    .flatMap((one) => one.homeActs ?? [])
    .toSorted((one, other) => Number(one.rare ?? false) - Number(other.rare ?? false)),
  begins: parts.flatMap((one) => one.begins ?? []),
});

/**
 * Throws if a line or section concerns a resource that is undeclared or that members cannot see, or if members cannot
 * add rows as an action says.
 */
export function checkMemberHome(
  { lines, rows, acts }: Pick<MemberHome, 'lines'> & Partial<Pick<MemberHome, 'rows' | 'acts'>>,
  find: FindResource,
): void {
  for (const { of } of acts ?? []) {
    const resource = find(of);
    if (!resource || memberRolesThatMay(resource, 'add').length === 0)
      throw new Error(`home: members add no rows of ${of}`);
  }
  for (const { of, where, order } of rows ?? []) {
    const resource = find(of);
    if (!resource || memberRolesThatMay(resource, 'index').length === 0)
      throw new Error(`home: members see no rows of ${of}`);
    const fields: Readonly<Record<string, AnyField>> = allColumnsOf(resource);
    checkConditionDeclarations(`home of ${of}`, where, fields);
    const at = fields[order];
    if (!at || !hasColumn(at) || !kindOf(at).dated)
      throw new Error(`home of ${of}: ${order} is not a date to order by`);
  }
  for (const { of, where, lacks, mobile, own, to } of lines) {
    const resource = find(of);
    if (!resource) throw new Error(`home: ${of} is not declared`);
    const fields: Readonly<Record<string, AnyField>> = allColumnsOf(resource);
    checkConditionDeclarations(`home of ${of}`, where, fields);
    if (lacks) checkLacks(of, lacks, to, find);
    const theirs = mobile ?? own;
    if (theirs === undefined) {
      if (memberRolesThatMay(resource, 'index').length === 0) throw new Error(`home: members see no rows of ${of}`);
    } else if (to === undefined || !fields[theirs] || !hasColumn(fields[theirs]))
      throw new Error(`home: rows of ${of} that nobody holds need a mobile or account field, and a screen`);
  }
}

function checkLacks(
  of: string,
  { of: name, by, where }: NonNullable<MemberHomeLine['lacks']>,
  to: string | undefined,
  find: FindResource,
): void {
  const other = find(name);
  const reference = other?.fields[by];
  if (!other || !reference || reference.options.to !== of || !hasColumn(reference) || to === undefined)
    throw new Error(`home: first steps for ${of} need a reference (${name}.${by}), and a screen to add it`);
  checkConditionDeclarations(`home of ${of}`, where, allColumnsOf(other));
}
