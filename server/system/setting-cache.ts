import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import { kindOf } from '#kernel/field/field.ts';
import {
  initialSettings,
  type SettingsSection,
  type SettingValues,
} from '#kernel/settings/declare-settings-section.ts';
import type { Database, Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { EncryptedNumber, EncryptionAndSigning } from '#server/encryption-and-signing.ts';
import { runReloadsOneAfterAnother } from './run-cache-reloads-one-after-another.ts';

/** Values of all declared sections, cached and reloaded on change. */
export interface SettingCache {
  /** Declared sections in order. */
  readonly sections: readonly SettingsSection[];
  of<F extends Fields>(section: SettingsSection<F>): SettingValues<F>;
  /** Values that are public, by section. */
  public(): Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  reload(): Promise<void>;
  /** Values as a running transaction sees them. */
  readIn(db: Queryable): Promise<SettingCache['of']>;
}

/** Stored name of a setting: `section.field`. */
export const settingName = (section: Pick<SettingsSection, 'name'>, field: string): string =>
  `${section.name}.${field}`;

/** Loads stored values. Missing or no longer valid ones get their defaults. */
export async function openSettingCache(
  db: Database,
  seal: EncryptionAndSigning,
  sections: readonly SettingsSection[],
): Promise<SettingCache> {
  const twice = sections.find((one, place) => sections.findIndex(({ name }) => name === one.name) !== place);
  if (twice) throw new Error(`two sections of settings are called ${twice.name}`);
  const read = async (from: Queryable) => {
    const rows = await from.rows<{ name: string; value: string | null; secret: EncryptedNumber | null }>(
      sql`select name, value, secret from system_setting where value is not null or secret is not null`.asBrief(),
    );
    const set = new Map(rows.map((row) => [row.name, row]));
    return new Map(
      sections.map((section) => {
        const now: Record<string, unknown> = { ...initialSettings(section) };
        for (const [name, field] of Object.entries<AnyField>(section.fields)) {
          const row = set.get(settingName(section, name));
          if (row?.secret) now[name] = openSecret(seal, row.secret);
          else if (row?.value != null) {
            const value: unknown = JSON.parse(row.value);
            if (value === null ? !field.required : isAccepted(field, value)) now[name] = value;
          }
        }
        return [section.name, Object.freeze(now) as SettingValues<Fields>];
      }),
    );
  };
  let values = new Map<string, SettingValues<Fields>>();
  const reload = runReloadsOneAfterAnother(async () => {
    values = await read(db);
  });
  const of = <F extends Fields>(from: typeof values, section: SettingsSection<F>): SettingValues<F> => {
    const found = from.get(section.name);
    if (!found) throw new Error(`settings ${section.name} are not entered in a module`);
    return found as SettingValues<F>;
  };
  await reload();
  return {
    sections,
    of: (section) => of(values, section),
    async readIn(from) {
      const now = await read(from);
      return (section) => of(now, section);
    },
    public: () =>
      Object.fromEntries(
        sections
          .filter((one) => one.public.length > 0)
          .map((one) => [one.name, pick(values.get(one.name) as SettingValues<Fields>, one.public)]),
      ),
    reload,
  };
}

const pick = (values: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

const isAccepted = (field: AnyField, value: unknown): boolean =>
  kindOf(field).schema(field.options).safeParse(value).success;

/** A secret encrypted with a lost key has to be set again. */
function openSecret(seal: EncryptionAndSigning, secret: EncryptedNumber): string | null {
  try {
    return seal.open(secret);
  } catch {
    return null;
  }
}
