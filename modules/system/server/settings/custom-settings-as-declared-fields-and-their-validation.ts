import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import { field } from '#kernel/field/field.ts';
import type { Pair } from '#kernel/kind/key-value-pairs.ts';
import { formatRowReference } from '#kernel/kind/linked/one-of-reference.ts';
import type { SettingsSection } from '#kernel/settings/declare-settings-section.ts';
import { type Locale, type Text, text } from '#kernel/text/text.ts';
import { Refused } from '#server/refusal.ts';
import { settingName } from '#server/system/setting-cache.ts';
import { fileReferencesStatement } from '#server/write/field/record-file-references-statement.ts';
import { filesAddedByWrite } from '#server/write/field/uploaded-files-usable-by-writer.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type {
  CustomSettingForm,
  CustomSettingRule,
  CustomSettingTarget,
} from '../../contract/input-types-targets-and-rules-of-settings-added-by-administrators.ts';
import { storedSetting } from '../../contract/stored-setting.ts';
import { protectGuardedSetting } from './guard-settings-only-super-admins-change.ts';
import { declaredAndAddedSections, lockAddedSections } from './settings-sections-added-by-administrators.ts';

const texts = {
  section: text('没有这个设置分组', 'This settings group does not exist'),
  variable: text(
    '应以小写字母开头，由小写字母、数字与下划线组成，2 至 30 个字符',
    'Must start with a lowercase letter and consist of lowercase letters, digits and underscores, 2 to 30 characters',
  ),
  duplicate: text('{name}已存在', '{name} already exists'),
  required: text('不能为空', 'Required'),
  options: text('请写出供选择的项', 'Enter the options'),
  target: text('请选择从哪里选', 'Choose which records to choose from'),
  varName: text(
    '应以字母、下划线或 $ 开头，由字母、数字、下划线与 $ 组成',
    'Must start with a letter, underscore or $ and consist of letters, digits, underscores and $',
  ),
  builtIn: text('内置设置不能删除或改变定义', 'Built-in settings cannot be deleted or redefined'),
};

/** The row of a setting added by an administrator. */
export interface CustomSetting {
  readonly id: number;
  readonly section: string;
  readonly variable: string;
  readonly label: string;
  readonly hint: string | null;
  readonly form: CustomSettingForm;
  readonly options: readonly Pair[] | null;
  readonly target: CustomSettingTarget | null;
  readonly rules: readonly CustomSettingRule[] | null;
  readonly extend: readonly Pair[] | null;
  readonly weigh: number | null;
  readonly value: string | null;
}

/** Types with their own list of options. */
const chosen: ReadonlySet<CustomSettingForm> = new Set(['radio', 'select', 'checkbox', 'selects']);

interface Common {
  readonly hint?: Text;
  readonly required?: true;
}
type Make = (label: Text, common: Common) => AnyField;

/** Written, and never sent to any client. */
const secret = { privacy: 'hidden', list: 'never', filter: false } as const;

/** Field kinds that a rule makes of a text setting: a text setting with the rule `number` is validated as a number. */
const ruled: Partial<Record<CustomSettingRule, Make>> = {
  mobile: (label, common) => field.mobile(label, common),
  account: (label, common) => field.account(label, common),
  password: (label, common) => field.password(label, { ...common, ...secret }),
  number: (label, common) => field.number(label, common),
  integer: (label, common) => field.integer(label, common),
  float: (label, common) => field.float(label, common),
  date: (label, common) => field.date(label, common),
  url: (label, common) => field.url(label, common),
  email: (label, common) => field.email(label, common),
};

/** Types that need only a label. */
const plain: Partial<Record<CustomSettingForm, Make>> = {
  textarea: (label, common) => field.textarea(label, { ...common, max: 10_000 }),
  editor: (label, common) => field.editor(label, common),
  number: (label, common) => field.number(label, common),
  float: (label, common) => field.float(label, common),
  integer: (label, common) => field.integer(label, common),
  date: (label, common) => field.date(label, common),
  time: (label, common) => field.time(label, common),
  datetime: (label, common) => field.datetime(label, common),
  year: (label, common) => field.year(label, common),
  switch: (label, common) => field.switch(label, common),
  array: (label, common) => field.pairs(label, common),
  city: (label, common) => field.area(label, common),
  icon: (label, common) => field.icon(label, common),
  color: (label, common) => field.color(label, common),
  image: (label, common) => field.image(label, common),
  images: (label, common) => field.images(label, common),
  file: (label, common) => field.file(label, common),
  files: (label, common) => field.files(label, common),
};

/** The declared field a custom setting stands for, so that forms, validation and cells handle it like any other. */
function customSettingField(
  own: Pick<CustomSetting, 'label' | 'hint' | 'form' | 'options' | 'rules' | 'target'>,
): AnyField {
  const label: Text = { 'zh-cn': own.label, en: own.label };
  const rules = own.rules ?? [];
  const common: Common = {
    ...(own.hint ? { hint: { 'zh-cn': own.hint, en: own.hint } } : {}),
    ...(rules.includes('required') || (own.form === 'editor' && rules.includes('editorRequired'))
      ? { required: true }
      : {}),
  };
  const options = Object.fromEntries(
    (own.options ?? []).map(({ key, value }) => [key, { 'zh-cn': value || key, en: value || key }]),
  );
  switch (own.form) {
    case 'radio':
      return field.radio(label, { ...common, options });
    case 'select':
      return field.select(label, { ...common, options });
    case 'checkbox':
      return field.checkbox(label, { ...common, options });
    case 'selects':
      return field.selects(label, { ...common, options });
    case 'remoteSelect':
      return own.target ? field.reference(label, { ...common, to: own.target }) : field.text(label, common);
    case 'password':
      return rules.includes('password')
        ? field.password(label, { ...common, ...secret })
        : field.text(label, { ...common, ...secret, max: 1000 });
    case 'string': {
      const make = rules.map((rule) => ruled[rule]).find((one) => one !== undefined);
      return make ? make(label, common) : field.text(label, { ...common, max: 1000 });
    }
    default:
      return (plain[own.form] ?? field.text)(label, common);
  }
}

/** Errors by name from the additional rules of custom settings, in the caller's language. */
export function validateByCustomSettingRules(
  own: ReadonlyMap<string, Pick<CustomSetting, 'rules'>>,
  values: Readonly<Record<string, unknown>>,
  locale: Locale,
): Record<string, string[]> {
  const wrong = Object.entries(values).filter(
    ([name, value]) =>
      own.get(name)?.rules?.includes('varName') &&
      typeof value === 'string' &&
      !/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(value),
  );
  return Object.fromEntries(wrong.map(([name]) => [name, [texts.varName[locale]]]));
}

/** The row a setting refers to, stored beside its value: the database keeps that row from being deleted. */
export const referenceToRowChosenInSetting = (own: CustomSetting | undefined, value: unknown): string | null =>
  own?.target && typeof value === 'number' ? formatRowReference(own.target, value) : null;

/** Custom settings of a section as fields, in their order. */
export const customSettingFields = (own: readonly CustomSetting[]): Fields =>
  Object.fromEntries(own.map((one) => [one.variable, customSettingField(one)]));

/** Section names that BuildAdmin clients use in test calls. */
const buildAdminSectionNames: Readonly<Record<string, string>> = { mail: 'smtp' };

/** Name of a declared setting in BuildAdmin clients: unique over all sections. */
export const buildAdminSettingName = (section: string, name: string): string =>
  `${buildAdminSectionNames[section] ?? section.replace('/', '_')}_${name}`;

/** Names reserved by the fields of a section, on either wire. */
const namesOf = ({ name: section, fields }: SettingsSection): ReadonlySet<string> =>
  new Set(Object.keys(fields).flatMap((name) => [name, buildAdminSettingName(section, name)]));

/** Stored value, or null if nothing was set or its type no longer accepts it. */
export const storedCustomSettingValue = ({ value }: Pick<CustomSetting, 'value'>): unknown =>
  value === null ? null : JSON.parse(value);

const refuseBuiltIn = () => new Refused(texts.builtIn, { data: { reason: 'forbidden' } });

function checkOptions(
  { values, fail }: Pick<WriteContext<typeof storedSetting>, 'values' | 'fail'>,
  form: CustomSettingForm | null | undefined,
): void {
  if (form && chosen.has(form) && !(values.options ?? []).some(({ key }) => key !== '')) fail('options', texts.options);
}

/** Links the files that a setting names or shows in its text, so that they are not removed. */
function holdFiles({ before, values, executeInStatement }: WriteContext<typeof storedSetting>): void {
  if (!before?.form || typeof values.value !== 'string') return;
  const one = customSettingField({
    form: before.form,
    label: '',
    hint: null,
    options: null,
    target: null,
    rules: null,
  });
  const shown = filesAddedByWrite(one, JSON.parse(values.value), JSON.parse(before.value ?? 'null'));
  const noted = fileReferencesStatement(
    storedSetting,
    shown.map((url) => ({ url, field: 'value', fresh: true })),
  );
  if (noted) executeInStatement(noted);
}

/** Custom settings are validated like declarations; settings declared by the program cannot be changed here. */
export const customSettingWriteHooks: WriteHooks<typeof storedSetting> = {
  async add(context) {
    const { values, engine, tx, fail } = context;
    await lockAddedSections(tx, 'share');
    const sections = declaredAndAddedSections(engine.settingCache, await engine.settingCache.readIn(tx));
    const section = sections.find(({ name }) => name === values.section);
    if (!section) fail('section', texts.section);
    const variable = values.variable ?? '';
    if (!/^[a-z][a-z0-9_]{1,29}$/.test(variable)) fail('variable', texts.variable);
    else if (sections.some((one) => namesOf(one).has(variable))) fail('variable', texts.duplicate, { name: variable });
    if (!values.label) fail('label', texts.required);
    if (!values.form) fail('form', texts.required);
    checkOptions(context, values.form);
    if (values.form !== 'remoteSelect') values.target = null;
    else if (!values.target) fail('target', texts.target);
    if (section) values.name = settingName(section, variable);
  },
  async edit(context) {
    await protectGuardedSetting(context);
    holdFiles(context);
    if (Object.keys(context.input).length === 0) return;
    if (!context.before.variable) throw refuseBuiltIn();
    if (context.values.label === null) context.fail('label', texts.required);
    if ('options' in context.values) checkOptions(context, context.before.form);
  },
  del({ before }) {
    if (!before.variable) throw refuseBuiltIn();
  },
};
