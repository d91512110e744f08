import type { Pair } from '#kernel/kind/key-value-pairs.ts';
import type { SettingsSection } from '#kernel/settings/declare-settings-section.ts';
import { type Locale, text, textIn } from '#kernel/text/text.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { type SettingCache, settingName } from '#server/system/setting-cache.ts';
import { siteSettings } from '../../contract/site-settings.ts';

const texts = {
  key: text(
    '分组的键应以小写字母开头，由小写字母、数字与下划线组成，2 至 30 个字符：{key}',
    'A group key must start with a lowercase letter and consist of lowercase letters, digits and underscores, 2 to 30 characters: {key}',
  ),
  label: text('请写出分组 {key} 的名称', 'Enter a name for group {key}'),
  duplicate: text('分组 {key} 已存在', 'Group {key} already exists'),
  used: text('分组“{label}”中还有设置，不能去掉', 'Group “{label}” still contains settings and cannot be removed'),
};

/** Name of a section in BuildAdmin clients: without slash. */
export const buildAdminSectionName = ({ name }: Pick<SettingsSection, 'name'>): string => name.replace('/', '_');

/** Sections added by administrators (wire contract §4, `config_group`); the program declares nothing in them. */
const addedSections = (groups: readonly Pair[]): SettingsSection[] =>
  groups.map(({ key, value }) => ({ name: key, label: { 'zh-cn': value, en: value }, fields: {}, public: [] }));

/** All sections: those declared by modules, then those added by administrators. */
export const declaredAndAddedSections = (
  { sections }: Pick<SettingCache, 'sections'>,
  set: SettingCache['of'],
): readonly SettingsSection[] => [...sections, ...addedSections(set(siteSettings).config_group ?? [])];

/** Locks the added sections until the transaction ends, to add a setting to one or to change them. */
export const lockAddedSections = (tx: Transaction, way: 'share' | 'update') =>
  tx.query(
    sql`select from system_setting where name = ${settingName(siteSettings, 'config_group')} for ${sql.raw(way)}`,
  );

/**
 * Errors of a new list of custom sections: names must be valid and not `declared`, and a section with settings cannot
 * be removed.
 */
export function validateAddedSections(
  declared: readonly SettingsSection[],
  standing: readonly (Pick<SettingsSection, 'name' | 'label'> & { readonly own: ReadonlyMap<string, unknown> })[],
  sent: readonly Pair[],
  locale: Locale,
): string[] {
  const keys = new Set(declared.map(buildAdminSectionName));
  const wrong = sent.flatMap(({ key, value }) => {
    const why = !/^[a-z][a-z0-9_]{1,29}$/.test(key)
      ? texts.key
      : keys.has(key)
        ? texts.duplicate
        : value === ''
          ? texts.label
          : undefined;
    keys.add(key);
    return why ? [textIn(why, locale, { key })] : [];
  });
  const lost = standing.find((one) => one.own.size > 0 && !keys.has(buildAdminSectionName(one)));
  return lost ? [...wrong, textIn(texts.used, locale, { label: lost.label[locale] })] : wrong;
}
