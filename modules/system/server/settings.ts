import type { AnyField, Fields } from '#kernel/field.ts';
import type { Settings } from '#kernel/settings.ts';
import { type Text, text } from '#kernel/text.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { Answer } from '#server/http/envelope.ts';
import { badParameter, invalid } from '#server/refusal.ts';
import { settingName } from '#server/system/setting-cache.ts';
import { write } from '#server/write/pipeline.ts';
import { checkFields } from '#server/write/validate.ts';
import { setting } from '../contract/setting.ts';

const words = {
  saved: text('已保存', 'Saved'),
  title: text('系统设置-修改', 'Settings: change'),
};

interface SettingRow {
  id: number;
  name: string;
  version: number;
  value: string | null;
  set: boolean;
  changed_by: string | null;
  updatetime: number;
}

/**
 * `GET index`: every section as it is set, with who changed it. `POST save {section, values, versions}`: what is sent
 * of one section, all of it or nothing, each setting with the version that was seen.
 */
export const settingController: Controller = {
  app: 'admin',
  name: 'system.setting',
  actions: {
    sections: { gate: 'rule', node: `${setting.name}/index`, handle: sections },
    save: { gate: 'rule', node: `${setting.name}/edit`, methods: ['POST'], silent: true, handle: save },
  },
};

/** A row for every setting the program knows; those it no longer knows stay, with what was set. */
export async function prepareSettings({ db, settingCache }: Pick<Engine, 'db' | 'settingCache'>): Promise<void> {
  const names = settingCache.sections.flatMap((one) => Object.keys(one.fields).map((name) => settingName(one, name)));
  await db.query(sql`insert into system_setting (name) select name from unnest(${names}::text[]) name
    where not exists (select from system_setting s where s.name = name.name) order by name on conflict do nothing`);
}

async function sections({ engine }: Call) {
  const rows = new Map((await readRows(engine.db)).map((row) => [row.name, row]));
  const set = await engine.settingCache.readIn(engine.db);
  return {
    sections: engine.settingCache.sections.map((section) => {
      const values = set(section) as Readonly<Record<string, unknown>>;
      const fields = Object.entries<AnyField>(section.fields);
      return {
        name: section.name,
        label: section.label,
        fields: section.fields,
        // what is secret is not told, only whether it is set
        values: Object.fromEntries(fields.map(([name, one]) => [name, one.privacy ? '' : values[name]])),
        rows: Object.fromEntries(
          fields.flatMap(([name]) => {
            const row = rows.get(settingName(section, name));
            return row
              ? [
                  [
                    name,
                    {
                      id: row.id,
                      version: row.version,
                      set: row.set,
                      changed_by: row.changed_by,
                      updatetime: row.updatetime,
                    },
                  ],
                ]
              : [];
          }),
        ),
      };
    }),
  };
}

const readRows = (db: Queryable) =>
  db.rows<SettingRow>(sql`select s.id, s.name, s.version, s.value, s.value is not null or s.secret is not null as set,
      h.actor_name as changed_by, floor(extract(epoch from s.updatetime))::bigint as updatetime
    from system_setting s left join lateral (select actor_name from history h where h.resource = ${setting.name} and h.row_id = s.id
      order by h.id desc limit 1) h on true`);

async function save(call: Call): Promise<Answer> {
  const { engine, body } = call;
  const section = engine.settingCache.sections.find((one) => one.name === body.section);
  const sent = objectOf(body.values);
  const versions = objectOf(body.versions);
  if (!section || !sent || !versions) throw badParameter();
  const fields = sentFields(section, sent);
  await storeSettings(call, section, fields, sent, versions);
  return new Answer(await sections(call), sayIn(words.saved, call));
}

/** Checks what is set of a section and writes what differs, each with its history; a row's `version` is checked where one is told. */
export async function storeSettings(
  call: Call,
  section: Settings,
  fields: Fields,
  sent: Readonly<Record<string, unknown>>,
  versions: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { engine, caller } = call;
  const { values, errors } = checkFields(fields, sent, caller.locale, true);
  if (Object.keys(errors).length > 0) throw invalid(errors, fields);
  await engine.db.transaction(async (tx) => {
    // a call with a key is a part of a transaction that ends after it
    tx.afterCommit(() => engine.settingCache.reload());
    tx.afterCommit(() => engine.wakeRelay());
    const rows = new Map((await readRows(tx)).map((row) => [row.name, row]));
    for (const [name, field] of Object.entries<AnyField>(fields)) {
      const row = rows.get(settingName(section, name));
      if (!row) throw new Error(`no row for the setting ${settingName(section, name)}`);
      const value = JSON.stringify(values[name]);
      if (!field.privacy && value === row.value) continue;
      const version = versions[name];
      await write(
        engine,
        setting,
        caller,
        {
          operation: 'edit',
          id: row.id,
          ...(typeof version === 'number' ? { version } : {}),
          input: {},
          set: field.privacy ? { secret: JSON.stringify(engine.seal.seal(String(values[name]), '***')) } : { value },
          unread: true,
          log: {
            title: words.title['zh-cn'],
            url: call.path.slice(0, 1500),
            data: JSON.stringify({ [row.name]: field.privacy ? '[secret]' : values[name] }).slice(0, 10_000),
          },
        },
        tx,
      );
    }
  });
}

const sayIn = (message: Text, { caller }: Call) => message[caller.locale];

/** What is left empty of a secret stays as it is: forms are never told it. */
function sentFields({ fields }: Settings, sent: Readonly<Record<string, unknown>>): Fields {
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
