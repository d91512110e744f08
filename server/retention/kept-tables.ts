import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { RowRetention, TableRetention } from '#kernel/declaration/retention.ts';
import { tableOf } from '#kernel/resource/names.ts';
import { checkRetention, retentionsOf } from '#kernel/resource/retention.ts';
import type { Settings } from '#kernel/settings/settings.ts';

/** Tables whose rows age, by name, with how long they are kept. */
export type KeptTables = Readonly<Record<string, TableRetention | readonly TableRetention[]>>;

/** One retention of a table, and the resource whose rows it has. */
export interface KeptTable {
  readonly table: string;
  readonly resource: AnyResource | undefined;
  readonly keep: RowRetention;
  /** The setting with the number of days or months. */
  readonly setting: { readonly section: Settings; readonly field: string } | undefined;
}

/** Tables of the platform that are no resources. */
const platformTables: KeptTables = {
  token: { days: 7, from: 'expiretime' },
  message_code: { days: 7, from: 'expiretime' },
  idempotency: { days: 1 },
  import_content: { days: 90 },
};

/**
 * Everything that ages: resources, the platform's tables and those of modules. Throws if a declaration is invalid, or
 * names a setting that is not one of the sections.
 */
export function keptTables(
  resources: readonly AnyResource[],
  ofModules: readonly KeptTables[],
  sections: readonly Settings[],
): KeptTable[] {
  const ofResources = resources.flatMap((resource) =>
    retentionsOf<RowRetention>(resource.keep).map((keep) => ({ table: tableOf(resource), resource, keep })),
  );
  const declared = new Set(resources.map(tableOf));
  const ofTables = [platformTables, ...ofModules].flatMap((kept) =>
    Object.entries(kept).flatMap(([table, keep]) => {
      if (declared.has(table)) throw new Error(`keep of ${table}: its resource declares it`);
      return retentionsOf<TableRetention>(keep).map((one) => ({ table, resource: undefined, keep: one }));
    }),
  );
  return [...ofResources, ...ofTables].map((one) => {
    checkRetention(`keep of ${one.table}`, one.keep);
    return { ...one, setting: settingOf(one, sections) };
  });
}

/** The setting that a retention names. */
function settingOf(
  { table, keep }: Pick<KeptTable, 'table' | 'keep'>,
  sections: readonly Settings[],
): KeptTable['setting'] {
  const span = keep.days ?? keep.months;
  if (typeof span !== 'string') return undefined;
  const [name, field = ''] = span.split('.');
  const section = sections.find((one) => one.name === name);
  if (!section || !Object.hasOwn(section.fields, field)) throw new Error(`keep of ${table}: ${span} is not a setting`);
  return { section, field };
}
