import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import { quantitiesOf } from '#kernel/list/fields-that-add-up-over-rows.ts';
import { relationNameOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Locale, Text } from '#kernel/text/text.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

/** A field that differs between two versions. */
export interface VersionDifference {
  readonly name: string;
  readonly label: Text;
  readonly was: readonly string[];
  readonly is: readonly string[];
}

/** Fields that differ between versions by nature. */
const fieldsOfVersion = new Set(['revision', 'previous_id', 'next_id', 'standing']);

type Part = Readonly<Record<string, unknown>>;

/** Writes a row of a list as one line of text. */
export type FormatChildRow = (name: string, row: Part, place: number, locale: Locale) => string;

/** What a module changes of a comparison: how rows of its lists are written, and what is not compared. */
export interface ComparisonOptions {
  readonly lineOf?: FormatChildRow;
  readonly without?: readonly string[];
}

function textOf(name: string, one: AnyField, row: Part, locale: Locale): string | undefined {
  const value = row[name];
  if (value === null || value === undefined || value === '') return undefined;
  const { toText } = kindOf(one);
  const formatted = toText ? toText(value, one.options, locale, row[relationNameOf(name)]) : String(value);
  return formatted === '' ? undefined : `${formatted}${String(one.options.unit ?? '')}`;
}

/** The fields of a row of a list, in declared order. */
function writeLine(resource: AnyResource, name: string, row: Part, locale: Locale): string {
  const child = findResource(String((resource.fields[name] as AnyField).options.of));
  const shown = Object.entries<AnyField>(child?.fields ?? {}).filter(
    ([each, one]) => each !== child?.partOf && one.write !== 'server' && !isChildList(one),
  );
  return shown.flatMap(([each, one]) => textOf(each, one, row, locale) ?? []).join(' · ');
}

const rowsOf = (row: WireRow, name: string): readonly Part[] => (Array.isArray(row[name]) ? (row[name] as Part[]) : []);

/** The lines that only one version has. */
function differenceOfLines(
  name: string,
  { label }: AnyField,
  before: readonly string[],
  after: readonly string[],
): VersionDifference[] {
  const [old, fresh] = [new Set(before), new Set(after)];
  const was = before.filter((line) => !fresh.has(line));
  const is = after.filter((line) => !old.has(line));
  return was.length + is.length === 0 ? [] : [{ name, label, was, is }];
}

/** Differences between two versions, by field; of lists and rich text, the lines that only one of them has. */
export function versionDifferencesOf(
  resource: AnyResource,
  before: WireRow,
  after: WireRow,
  locale: Locale,
  { lineOf, without = [] }: ComparisonOptions = {},
): VersionDifference[] {
  // what the platform counts, such as how often a version was read, is not its content
  const counted = new Set(quantitiesOf(resource).filter((name) => resource.fields[name]?.write === 'server'));
  return Object.entries<AnyField>(resource.fields).flatMap(([name, one]): VersionDifference[] => {
    if (fieldsOfVersion.has(name) || counted.has(name) || without.includes(name) || one.through) return [];
    if (isChildList(one)) {
      const [was = [], is = []] = [before, after].map((row) =>
        rowsOf(row, name).map((part, at) =>
          lineOf ? lineOf(name, part, at, locale) : writeLine(resource, name, part, locale),
        ),
      );
      return differenceOfLines(name, one, was, is);
    }
    // of a long text the paragraphs that differ, not all of it
    if (kindOf(one).html) {
      const [was = [], is = []] = [before, after].map((row) =>
        (textOf(name, one, row, locale) ?? '').split('\n').filter((line) => line.trim() !== ''),
      );
      return differenceOfLines(name, one, was, is);
    }
    const [was, is] = [before, after].map((row) => textOf(name, one, row, locale));
    return was === is
      ? []
      : [{ name, label: one.label, was: was === undefined ? [] : [was], is: is === undefined ? [] : [is] }];
  });
}
