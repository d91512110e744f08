import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import { field } from '#kernel/field/field.ts';
import type { Pair } from '#kernel/kind/key-value-pairs.ts';
import type { SettingsSection } from '#kernel/settings/declare-settings-section.ts';
import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { badParameter, invalid } from '#server/refusal.ts';
import { settingName } from '#server/system/setting-cache.ts';
import { refuseInvalidReferences } from '#server/write/field/refuse-invalid-references-areas-and-files.ts';
import { checkFields } from '#server/write/field/validate-input-by-field-declarations.ts';
import { write } from '#server/write/write-pipeline.ts';
import { siteSettings } from '../../contract/site-settings.ts';
import { storedSetting } from '../../contract/stored-setting.ts';
import {
  type CustomSetting,
  customSettingFields,
  referenceToRowChosenInSetting,
  storedCustomSettingValue,
  validateByCustomSettingRules,
} from './custom-settings-as-declared-fields-and-their-validation.ts';
import { mayChangeGuardedSettings } from './guard-settings-only-super-admins-change.ts';
import {
  declaredAndAddedSections,
  lockAddedSections,
  validateAddedSections,
} from './settings-sections-added-by-administrators.ts';
import { validateIpsUrlsAndMapKeysOfSettings } from './validate-ips-urls-and-map-keys-of-settings.ts';

const texts = {
  saved: text('已保存', 'Saved'),
  title: text('系统设置-修改', 'Settings: change'),
};

interface SettingRow extends CustomSetting {
  name: string;
  version: number;
  set: boolean;
  changed_by: string | null;
  updatetime: number;
}

/** A section with its current values: fields declared by the module, then custom settings. */
export interface CurrentSection extends Pick<SettingsSection, 'name' | 'label' | 'fields' | 'guarded'> {
  /** Custom settings, by name. */
  readonly own: ReadonlyMap<string, CustomSetting>;
  /** In wire form, without secrets. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly rows: ReadonlyMap<string, SettingRow>;
}

const sectionList = object({
  sections: list(
    object({
      name: string,
      label: object({}),
      fields: { type: 'object' },
      values: object({}),
      rows: { type: 'object' },
    }),
  ),
});

/**
 * `GET index`: every section with its values and who changed them. `POST save {section, values, versions}`: saves
 * values of one section, all or nothing, each with the version that was seen.
 */
export const settingsController: Controller = {
  app: 'admin',
  name: 'system.setting',
  actions: {
    sections: call({
      gate: 'rule',
      node: `${storedSetting.name}/index`,
      summary: text('各组系统设置的当前值', 'Current values of all settings groups'),
      answer: sectionList,
      run: sections,
    }),
    save: call({
      gate: 'rule',
      node: `${storedSetting.name}/edit`,
      methods: ['POST'],
      silent: true,
      summary: text('保存一组系统设置；只改所给的项', 'Save a settings group; only the items given are changed'),
      inputFrom: 'body',
      checkedInRun: {
        section: field.text(text('组', 'Group'), { required: true }),
        values: field.textarea(text('各项的新值（对象）', 'New values (object)'), { required: true }),
        versions: field.textarea(text('所见的版本（对象）', 'Versions seen (object)'), { required: true }),
      },
      answer: sectionList,
      run: save,
    }),
  },
};

/** Creates a row for every declared setting; rows of settings that are no longer declared stay. */
export async function prepareSettings({ db, settingCache }: Pick<Engine, 'db' | 'settingCache'>): Promise<void> {
  const existing = new Set(
    (await db.rows<{ name: string }>(sql`select name from system_setting`.asBrief())).map(({ name }) => name),
  );
  const missing = settingCache.sections
    .flatMap((one) => Object.keys(one.fields).map((name) => settingName(one, name)))
    .filter((name) => !existing.has(name));
  // even an empty insert would make every process reload all settings
  if (missing.length > 0)
    await db.query(sql`insert into system_setting (name) select name from unnest(${missing}::text[]) name
      order by name on conflict do nothing`);
}

/** All sections with their values, as seen by a transaction or by everybody. */
export async function readSections({ settingCache }: Pick<Engine, 'settingCache'>, db: Queryable) {
  const all = await readRows(db);
  const rows = new Map(all.map((row) => [row.name, row]));
  const set = await settingCache.readIn(db);
  return declaredAndAddedSections(settingCache, set).map((section): CurrentSection => {
    const own = all.filter((row) => row.variable !== null && row.section === section.name);
    const fields = { ...section.fields, ...customSettingFields(own) };
    return {
      name: section.name,
      label: section.label,
      guarded: section.guarded ?? [],
      fields,
      own: new Map(own.map((one) => [one.variable, one])),
      values: {
        // secrets are not sent, only whether they are set
        ...Object.fromEntries(
          Object.entries<AnyField>(section.fields).map(([name, one]) => [
            name,
            one.privacy ? '' : (set(section) as Readonly<Record<string, unknown>>)[name],
          ]),
        ),
        ...Object.fromEntries(
          own.map((one) => [one.variable, fields[one.variable]?.privacy ? '' : storedCustomSettingValue(one)]),
        ),
      },
      rows: new Map(
        Object.keys(fields).flatMap((name) => {
          const row = rows.get(settingName(section, name));
          return row ? [[name, row] as const] : [];
        }),
      ),
    };
  });
}

/** The sections that the caller may change: guarded settings only for super administrators. */
export function visibleSections(caller: Caller, sections: readonly CurrentSection[]): CurrentSection[] {
  if (mayChangeGuardedSettings(caller)) return [...sections];
  return sections.flatMap((section) => {
    const hidden = new Set(section.guarded);
    const fields = Object.fromEntries(Object.entries<AnyField>(section.fields).filter(([name]) => !hidden.has(name)));
    if (hidden.size > 0 && Object.keys(fields).length === 0) return [];
    const shown = ([name]: readonly [string, unknown]) => Object.hasOwn(fields, name);
    const values = Object.fromEntries(Object.entries(section.values).filter(shown));
    return [{ ...section, fields, values, rows: new Map([...section.rows].filter(shown)) }];
  });
}

async function sections({ engine, caller }: Call) {
  return {
    sections: visibleSections(caller, await readSections(engine, engine.db)).map(
      ({ own, rows, guarded: _, ...section }) => ({
        ...section,
        rows: Object.fromEntries(
          [...rows].map(([name, { id, version, set, changed_by, updatetime }]) => [
            name,
            { id, version, set, changed_by, updatetime, own: own.has(name) },
          ]),
        ),
      }),
    ),
  };
}

const readRows = (db: Queryable) =>
  db.rows<SettingRow>(sql`select s.id, s.name, s.version, s.value, s.value is not null or s.secret is not null as set,
      s.section, s.variable, s.label, s.hint, s.form, s.options, s.target, s.rules, s.extend, s.weigh, h.actor_name as changed_by, floor(extract(epoch from s.updatetime))::bigint as updatetime
    from system_setting s left join lateral (select actor_name from history h where h.resource = ${storedSetting.name} and h.row_id = s.id
      order by h.id desc limit 1) h on true
    order by s.weigh desc nulls last, s.id`);

async function save(made: Call) {
  const { engine, body } = made;
  const values = objectOf(body.values);
  const versions = objectOf(body.versions);
  if (typeof body.section !== 'string' || !values || !versions) throw badParameter();
  await saveSettings(engine, made, [{ section: body.section, values, versions }]);
  return new Answer(await sections(made), texts.saved[made.caller.locale]);
}

/** New values of a section in wire form by name, with the versions that were seen where the client has any. */
export interface SettingChange {
  readonly section: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly versions?: Readonly<Record<string, unknown>>;
}

const setsGroups = ({ section, values }: SettingChange): boolean =>
  section === siteSettings.name && Object.hasOwn(values, 'config_group');

/** Saves values of some sections, all or nothing. Errors are named by field. */
export async function saveSettings(
  engine: Engine,
  { caller, path }: Pick<Call, 'caller' | 'path'>,
  changes: readonly SettingChange[],
): Promise<void> {
  await engine.db.transaction(async (tx) => {
    // a call with an idempotency key is part of a transaction that ends later
    tx.afterCommit(() => engine.settingCache.reload());
    tx.afterCommit(() => engine.wakeRelay());
    if (changes.some(setsGroups)) await lockAddedSections(tx, 'update');
    const standing = visibleSections(caller, await readSections(engine, tx));
    for (const { section: name, values: sent, versions = {} } of changes) {
      const section = standing.find((one) => one.name === name);
      if (!section) throw badParameter();
      const fields = sentFields(section, sent);
      const { values, errors } = checkFields(fields, sent, caller.locale, true);
      const by = { resource: storedSetting, operation: 'edit' };
      await refuseInvalidReferences(engine, tx, caller, [{ by, fields, values, before: section.values, errors }]);
      const groups = setsGroups({ section: name, values })
        ? validateAddedSections(
            engine.settingCache.sections,
            standing,
            (values.config_group ?? []) as Pair[],
            caller.locale,
          )
        : [];
      const wrong = {
        ...validateIpsUrlsAndMapKeysOfSettings(name, values, caller, engine.config),
        ...validateByCustomSettingRules(section.own, values, caller.locale),
        ...(groups.length > 0 ? { config_group: groups } : {}),
        ...errors,
      };
      if (Object.keys(wrong).length > 0) throw invalid(wrong, fields);
      for (const [one, declared] of Object.entries<AnyField>(fields)) {
        const row = section.rows.get(one);
        if (!row) throw new Error(`no row for the setting ${name}.${one}`);
        const value = JSON.stringify(values[one]);
        if (!declared.privacy && value === row.value) continue;
        const own = section.own.get(one);
        const chosen = own?.target ? { chosen: referenceToRowChosenInSetting(own, values[one]) } : {};
        const version = versions[one];
        await write(
          engine,
          storedSetting,
          caller,
          {
            operation: 'edit',
            id: row.id,
            ...(typeof version === 'number' ? { version } : {}),
            input: {},
            set: declared.privacy
              ? { secret: JSON.stringify(engine.seal.seal(String(values[one]), '***')) }
              : { value, ...chosen },
            unread: true,
            log: {
              title: texts.title,
              url: path.slice(0, 1500),
              data: JSON.stringify({ [row.name]: declared.privacy ? '[secret]' : values[one] }).slice(0, 10_000),
            },
          },
          tx,
        );
      }
    }
  });
}

/** An empty secret means no change: forms never receive secrets. */
function sentFields({ fields }: Pick<SettingsSection, 'fields'>, sent: Readonly<Record<string, unknown>>): Fields {
  const unknown = Object.keys(sent).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) throw badParameter();
  return Object.fromEntries(
    Object.entries<AnyField>(fields).filter(
      ([name, one]) => Object.hasOwn(sent, name) && !(one.privacy && (sent[name] === '' || sent[name] === null)),
    ),
  );
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
