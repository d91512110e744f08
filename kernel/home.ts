import { type AnyField, hasColumn } from './field.ts';
import { type Check, checkChecks } from './guard.ts';
import { rolesThatMay } from './holding.ts';
import type { Tone } from './kind/select.ts';
import type { FindResource } from './part.ts';
import { allFields } from './resource.ts';
import type { Text } from './text.ts';

/**
 * A line of a member's home page: how many of the rows they hold want something of them. Rows that wait for a member's
 * move stand there by themselves; this is for what time, or somebody else, has made of the others.
 */
export interface HomeLine {
  readonly of: string;
  readonly label: Text;
  readonly tone: Tone;
  readonly where: readonly Check[];
  /** Only rows nothing of this refers to: an agency without its permit. The line leads to where one is added. */
  readonly lacks?: { readonly of: string; readonly by: string; readonly where: readonly Check[] };
  /** Where rows name members by their mobile who hold nothing of them yet: the field that does. */
  readonly mobile?: string;
  /** Where a row is the member's own though nobody holds it, a card or a licence: the field that says their account. */
  readonly own?: string;
  /** Where it leads, below `/user`; to the list of exactly these rows unless told. */
  readonly to?: string;
}

/** What somebody may begin with who holds nothing yet. */
export interface Beginning {
  readonly label: Text;
  readonly text: Text;
  /** An address of this site. */
  readonly to: string;
}

/** What the areas of the business bring to it. */
export interface Home {
  readonly lines: readonly HomeLine[];
  readonly begins: readonly Beginning[];
}

export const homeOf = (
  parts: readonly { readonly home?: readonly HomeLine[]; readonly begins?: readonly Beginning[] }[],
): Home => ({
  lines: parts.flatMap((one) => one.home ?? []),
  begins: parts.flatMap((one) => one.begins ?? []),
});

/** Throws where a line counts what nobody declares, or what no member could see. */
export function checkHome(lines: readonly HomeLine[], find: FindResource): void {
  for (const { of, where, lacks, mobile, own, to } of lines) {
    const resource = find(of);
    if (!resource) throw new Error(`home: ${of} is not declared`);
    const fields: Readonly<Record<string, AnyField>> = allFields(resource);
    checkChecks(`home of ${of}`, where, fields);
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
  checkChecks(`home of ${of}`, where, allFields(other));
}
