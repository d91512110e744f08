import type { AnyResource } from '../declaration/resource.ts';
import type { RowRetention, TableRetention } from '../declaration/retention-of-rows-in-days-or-months.ts';
import {
  checkRetentionDeclaration,
  checkRetentionDeclarations,
  retentionsOf,
} from '../lifecycle/check-retention-declarations.ts';
import { allColumnsOf } from '../resource/all-columns-of-resource.ts';
import { tableOf } from '../resource/table-and-controller-names.ts';
import type { SettingsSection } from '../settings/declare-settings-section.ts';

/** How long the rows of tables are kept, by the names of the tables. */
export type TableRetentions = Readonly<Record<string, TableRetention | readonly TableRetention[]>>;

/** One retention of a table. `resource` is the one whose rows the table contains; undefined: it belongs to none. */
export interface RetentionRule {
  readonly table: string;
  readonly resource: AnyResource | undefined;
  readonly keep: RowRetention;
  /** The setting that contains the number of days or months. Undefined: the retention is a fixed number. */
  readonly setting: { readonly section: SettingsSection; readonly field: string } | undefined;
}

/**
 * All retentions: of resources, and of further tables of the platform and its modules. Throws if a declaration is
 * invalid, or names a setting that does not exist.
 */
export function collectRetentionRules(
  resources: readonly AnyResource[],
  ofTablesBesides: readonly TableRetentions[],
  sections: readonly SettingsSection[],
): RetentionRule[] {
  for (const one of resources) checkRetentionDeclarations(one, allColumnsOf(one));
  const ofResources = resources.flatMap((resource) =>
    retentionsOf<RowRetention>(resource.keep).map((keep) => ({ table: tableOf(resource), resource, keep })),
  );
  const declared = new Set(resources.map(tableOf));
  const ofTables = ofTablesBesides.flatMap((tables) =>
    Object.entries(tables).flatMap(([table, keep]) => {
      if (declared.has(table)) throw new Error(`keep of ${table}: its resource declares it`);
      return retentionsOf<TableRetention>(keep).map((one) => ({ table, resource: undefined, keep: one }));
    }),
  );
  return [...ofResources, ...ofTables].map((one) => {
    checkRetentionDeclaration(`keep of ${one.table}`, one.keep);
    return { ...one, setting: settingOf(one, sections) };
  });
}

/** Finds the setting that a retention names. Undefined: it names none. */
function settingOf(
  { table, keep }: Pick<RetentionRule, 'table' | 'keep'>,
  sections: readonly SettingsSection[],
): RetentionRule['setting'] {
  const span = keep.days ?? keep.months;
  if (typeof span !== 'string') return undefined;
  const [name, field = ''] = span.split('.');
  const section = sections.find((one) => one.name === name);
  if (!section || !Object.hasOwn(section.fields, field)) throw new Error(`keep of ${table}: ${span} is not a setting`);
  return { section, field };
}
