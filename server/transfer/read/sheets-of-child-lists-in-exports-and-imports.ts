import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { childListsOf, parentReferenceFieldOf, resourceOfChildList } from '#kernel/resource/child-lists-of-resource.ts';
import { locales, type Text } from '#kernel/text/text.ts';

/** A child list as a sheet of a workbook, at any depth. */
export interface ChildListSheet {
  /** Name of the field: `stops`. */
  readonly name: string;
  readonly field: AnyField;
  /** The resource whose rows have this list. */
  readonly holder: AnyResource;
  readonly child: AnyResource;
  /** The sheet of the parent rows; undefined: the first. */
  readonly above: ChildListSheet | undefined;
  /** Name of the sheet, unique in both languages, so that it can be found again. */
  readonly title: Text;
}

/**
 * The child lists of a resource in the order of their sheets, parents first. `isUsed` selects lists; lists within an
 * unselected one are omitted too.
 */
export function sheetsOfChildLists(
  resource: AnyResource,
  find: FindResource,
  isUsed: (sheet: Pick<ChildListSheet, 'name' | 'field' | 'holder' | 'child'>) => boolean,
): ChildListSheet[] {
  const used = Object.fromEntries(locales.map((locale) => [locale, new Set([resource.label[locale]])]));
  const titled = (label: Text, above: ChildListSheet | undefined): Text => {
    const called = { ...label };
    for (const locale of locales) {
      const names = used[locale] as Set<string>;
      const whole = above ? `${above.title[locale]} ${label[locale]}` : label[locale];
      let name = names.has(label[locale]) ? whole : label[locale];
      for (let n = 2; names.has(name); n++) name = `${whole} ${n}`;
      names.add(name);
      called[locale] = name;
    }
    return called;
  };
  const sheetsOf = (holder: AnyResource, above: ChildListSheet | undefined): ChildListSheet[] =>
    childListsOf(holder).flatMap(([name, field]) => {
      const child = resourceOfChildList(field, find);
      // named before it is selected, because sheet names must not depend on the caller
      const sheet = { name, field, holder, child, above, title: titled(field.label, above) };
      const within = sheetsOf(child, sheet);
      return isUsed(sheet) ? [sheet, ...within] : [];
    });
  return sheetsOf(resource, undefined);
}

/** Sheets with the fields visible to their reader. */
export function sheetsWithVisibleFields(
  sheets: readonly ChildListSheet[],
  know: (one: AnyResource) => AnyResource,
): ChildListSheet[] {
  const made = new Map<ChildListSheet, ChildListSheet>();
  for (const sheet of sheets) {
    const above = sheet.above && made.get(sheet.above);
    made.set(sheet, { ...sheet, holder: know(sheet.holder), child: know(sheet.child), above });
  }
  return [...made.values()];
}

/** All importable child lists. Whether the caller may write them is checked on write, so that a refusal is reported. */
export const importableChildLists = (resource: AnyResource, find: FindResource): ChildListSheet[] =>
  sheetsOfChildLists(resource, find, ({ field }) => field.write !== 'server' && field.privacy !== 'hidden');

/** Whether sheets refer to rows of a resource by title; otherwise by number. */
export function isReferredToByTitle(resource: AnyResource): boolean {
  const title = resource.fields[resource.title];
  return title?.unique === true && title.privacy === undefined && title.write !== 'server';
}

/** The column that names the parent row: the field that refers to it. */
export const parentColumnField = (child: AnyResource): AnyField =>
  child.fields[parentReferenceFieldOf(child)] as AnyField;
