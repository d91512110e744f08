import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { childOf, listsOf, partOf } from '#kernel/resource/child-list.ts';
import { locales, type Text } from '#kernel/text/text.ts';

/** A list of rows within a resource as a sheet of its workbooks, however deep it lies. */
export interface ListSheet {
  /** Of the field: `stops`. */
  readonly name: string;
  readonly field: AnyField;
  /** Whose rows hold such a list. */
  readonly holder: AnyResource;
  readonly child: AnyResource;
  /** The sheet of the holder's rows; undefined: the first. */
  readonly above: ListSheet | undefined;
  /** What the sheet is called: no two the same in either language, so that a sheet is found again. */
  readonly title: Text;
}

/**
 * The lists of rows of a resource in the order of their sheets, each before those within it. `isTaken` says which are
 * wanted; what lies within one that is not, is not either.
 */
export function listSheets(
  resource: AnyResource,
  find: FindResource,
  isUsed: (sheet: Pick<ListSheet, 'name' | 'field' | 'holder' | 'child'>) => boolean,
): ListSheet[] {
  const used = Object.fromEntries(locales.map((locale) => [locale, new Set([resource.label[locale]])]));
  const titled = (label: Text, above: ListSheet | undefined): Text => {
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
  const sheetsOf = (holder: AnyResource, above: ListSheet | undefined): ListSheet[] =>
    listsOf(holder).flatMap(([name, field]) => {
      const child = childOf(field, find);
      // named whether or not it is wanted: the names of a workbook do not depend on who asks for it
      const sheet = { name, field, holder, child, above, title: titled(field.label, above) };
      const within = sheetsOf(child, sheet);
      return isUsed(sheet) ? [sheet, ...within] : [];
    });
  return sheetsOf(resource, undefined);
}

/** Sheets of rows as their reader knows them. */
export function visibleSheets(sheets: readonly ListSheet[], know: (one: AnyResource) => AnyResource): ListSheet[] {
  const made = new Map<ListSheet, ListSheet>();
  for (const sheet of sheets) {
    const above = sheet.above && made.get(sheet.above);
    made.set(sheet, { ...sheet, holder: know(sheet.holder), child: know(sheet.child), above });
  }
  return [...made.values()];
}

/** The lists an import may bring. Whether the caller may write them is the write path's to say, so that it is said. */
export const importedLists = (resource: AnyResource, find: FindResource): ListSheet[] =>
  listSheets(resource, find, ({ field }) => field.write !== 'server' && field.privacy !== 'hidden');

/** Whether rows of a resource are told apart by their title in a sheet; where not, their number says which is meant. */
export function isCalledByTitle(resource: AnyResource): boolean {
  const title = resource.fields[resource.title];
  return title?.unique === true && title.privacy === undefined && title.write !== 'server';
}

/** The column in which a sheet says which row its rows are part of: the field that refers to it. */
export const joinField = (child: AnyResource): AnyField => child.fields[partOf(child)] as AnyField;
