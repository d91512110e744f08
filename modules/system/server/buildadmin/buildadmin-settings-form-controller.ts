import type { AnyField } from '#kernel/declaration/field.ts';
import type { FindResource } from '#kernel/declaration/resource.ts';
import { field, kindOf } from '#kernel/field/field.ts';
import { momentText } from '#kernel/kind/datetime.ts';
import { type Pair, pairsKind } from '#kernel/kind/key-value-pairs.ts';
import { type Locale, type Text, text } from '#kernel/text/text.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { maskedParameters } from '#server/http/mask-parameters-for-log.ts';
import { list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { badParameter, invalid, Refused } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';
import {
  type CustomSettingForm,
  customSettingInputTypes,
  customSettingRules,
} from '../../contract/input-types-targets-and-rules-of-settings-added-by-administrators.ts';
import { siteSettings } from '../../contract/site-settings.ts';
import { storedSetting } from '../../contract/stored-setting.ts';
import {
  buildAdminSettingName,
  type CustomSetting,
} from '../settings/custom-settings-as-declared-fields-and-their-validation.ts';
import { mailForm, sendTestMail } from '../settings/send-test-mail.ts';
import {
  type CurrentSection,
  readSections,
  saveSettings,
  visibleSections,
} from '../settings/settings-controller-and-storage.ts';
import { buildAdminSectionName } from '../settings/settings-sections-added-by-administrators.ts';

const texts = {
  saved: text('当前页配置项更新成功！', 'The settings of this page were updated!'),
  added: text('添加成功！', 'Added successfully!'),
  deleted: text('删除成功！', 'Deleted successfully!'),
  nothing: text('未删除任何行', 'No rows were deleted'),
  add: text('系统设置-添加', 'Settings: add'),
  testMail: text('系统设置-发送测试邮件', 'Settings: send a test message'),
  del: text('系统设置-删除', 'Settings: delete'),
};

/** The form with which that client adds a storedSetting. */
const newSetting = {
  group: field.text(text('分组', 'Group'), { required: true }),
  name: field.text(text('变量名', 'Variable name'), { required: true, max: 30 }),
  title: field.text(text('名称', 'Name'), { required: true, max: 50 }),
  tip: field.text(text('提示', 'Hint'), { max: 100 }),
  type: field.select(text('类型', 'Type'), { required: true, options: customSettingInputTypes }),
  content: field.textarea(text('选项，每行“键=名称”', 'Options, one “key=label” per line')),
  rule: field.selects(text('校验', 'Validation'), { options: customSettingRules }),
  extend: field.textarea(text('扩展属性，每行“键=值”', 'Extended attributes, one “key=value” per line')),
  weigh: field.integer(text('权重', 'Weight'), { min: 0 }),
};

const rule = (action: 'index' | 'add' | 'edit' | 'del') =>
  ({ gate: 'rule', node: `${storedSetting.name}/${action}` }) as const;

/**
 * The settings in the form BuildAdmin clients expect (wire contract §2.7, `routine.config`): groups of items, each with
 * its input type. Administrators see and change the same settings as in 系统设置. The fields of its forms are those of
 * the settings, so that they are checked when they are written.
 */
export const buildAdminSettingsFormController: Controller = {
  app: 'admin',
  name: 'routine.config',
  actions: {
    index: call({
      ...rule('index'),
      summary: text('系统设置（通用客户端的形式）', 'Settings (in the form of general clients)'),
      answer: object({
        list: { type: 'object' },
        remark: string,
        configGroup: { type: 'object', additionalProperties: string },
        quickEntrance: list(object({ key: string, value: string })),
      }),
      run: readForm,
    }),
    edit: call({
      ...rule('edit'),
      methods: ['POST'],
      silent: true,
      summary: text('保存所给的设置项，键为项的名称', 'Save the settings given, by name'),
      answer: nothing,
      run: edit,
    }),
    add: call({
      ...rule('add'),
      methods: ['POST'],
      silent: true,
      summary: text('添加自定义设置项', 'Add a custom setting'),
      inputFrom: 'body',
      checkedInRun: newSetting,
      answer: nothing,
      run: add,
    }),
    sendTestMail: call({
      ...rule('edit'),
      methods: ['POST'],
      limit: { perMinute: 10 },
      title: texts.testMail,
      summary: text(
        '按所填的设置发送测试邮件，不必先保存',
        'Send a test e-mail with the settings entered, without saving',
      ),
      inputFrom: 'body',
      checkedInRun: mailForm,
      answer: nothing,
      run: sendTestMail,
    }),
    del: call({
      ...rule('del'),
      methods: ['DELETE', 'POST'],
      silent: true,
      summary: text('删除自定义设置项', 'Delete custom settings'),
      // stock clients send a list, or `id`
      checkedInRun: { ids: field.text(text('设置项的键', 'Setting keys'), { required: true }) },
      answer: nothing,
      run: del,
    }),
  },
};

/** The input type with which the BuildAdmin client draws a declared field. */
function typeOf(one: AnyField): string {
  if (one.privacy === 'hidden') return 'password';
  const { input, name, sums } = kindOf(one);
  if (sums) return 'number';
  const types: Readonly<Record<string, string>> = {
    ...Object.fromEntries(
      ['textarea', 'date', 'time', 'year', 'datetime', 'switch', 'icon', 'color', 'editor', 'select', 'radio'].map(
        (each) => [each, each],
      ),
    ),
    selects: 'selects',
    checkbox: 'checkbox',
    pairs: 'array',
    area: 'city',
  };
  return types[name] ?? types[input] ?? 'string';
}

/** A division code with all codes above it, as that client's cascading select holds it: `532301` → three codes. */
const pathOf = (code: string): string[] =>
  [...new Set([`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code])].filter((one) => one <= code);

/** A value in the form that client's inputs hold it. */
function toBuildAdminValue(type: string, value: unknown): unknown {
  if (['array', 'checkbox', 'selects'].includes(type)) return value ?? [];
  if (type === 'switch') return value === '1';
  if (type === 'city') return typeof value === 'string' ? pathOf(value) : [];
  if (type === 'password' || value === null || value === undefined) return '';
  return type === 'datetime' ? momentText(Number(value)) : String(value);
}

/** A value sent by that client's inputs, in the form of our fields. */
function fromBuildAdminValue(type: string, value: unknown): unknown {
  if (type === 'city') return Array.isArray(value) ? (value.at(-1) ?? null) : value;
  return value;
}

const contentOf = (one: AnyField, locale: Locale): Record<string, string> | '' => {
  const choices = kindOf(one).choices?.(one.options);
  return choices && ['select', 'radio', 'selects', 'checkbox'].includes(typeOf(one))
    ? Object.fromEntries([...choices].map(([key, label]) => [key, label[locale]]))
    : '';
};

/** Attributes of the input; for a remote select also the resource it lists and the field it shows. */
function extendOf(own: CustomSetting | undefined, find: FindResource): Record<string, string> | [] {
  const target = own?.target && find(own.target);
  const list: Record<string, string> = target
    ? { pk: 'id', field: target.title, 'remote-url': `/admin/${target.name.replace('/', '.')}/index` }
    : {};
  const extend = { ...list, ...Object.fromEntries((own?.extend ?? []).map(({ key, value }) => [key, value])) };
  return Object.keys(extend).length > 0 ? extend : [];
}

async function readForm({ engine, caller }: Call) {
  const { locale } = caller;
  const sections = visibleSections(caller, await readSections(engine, engine.db));
  const { quick_entrance } = engine.settings(siteSettings);
  return {
    list: Object.fromEntries(
      sections.map((section) => [
        buildAdminSectionName(section),
        {
          name: buildAdminSectionName(section),
          title: section.label[locale],
          list: itemsOf(section, locale, engine.find),
        },
      ]),
    ),
    remark: engine.remarks.of(storedSetting, caller),
    configGroup: Object.fromEntries(sections.map((section) => [buildAdminSectionName(section), section.label[locale]])),
    quickEntrance: quick_entrance ?? [],
  };
}

function itemsOf(section: CurrentSection, locale: Locale, find: FindResource) {
  const names = Object.keys(section.fields);
  return Object.entries<AnyField>(section.fields).map(([name, one], place) => {
    const own = section.own.get(name);
    const type = own?.form ?? typeOf(one);
    return {
      id: section.rows.get(name)?.id ?? 0,
      name: wireNameOf(section, name),
      group: buildAdminSectionName(section),
      title: one.label[locale],
      tip: one.hint?.[locale] ?? '',
      type,
      value: toBuildAdminValue(type, section.values[name]),
      content: contentOf(one, locale),
      rule: own ? (own.rules ?? []).join(',') : one.required ? 'required' : '',
      extend: extendOf(own, find),
      allow_del: own ? 1 : 0,
      weigh: own?.weigh ?? names.length - place,
    };
  });
}

const wireNameOf = (section: CurrentSection, name: string): string =>
  section.own.has(name) ? name : buildAdminSettingName(section.name, name);

/** Saves the items sent by a page of that client; unknown keys are ignored. */
async function edit(made: Call): Promise<Answer<null>> {
  const { engine, body } = made;
  const sections = visibleSections(made.caller, await readSections(engine, engine.db));
  const wireNames: Record<string, string> = {};
  const changes = sections.flatMap((section) => {
    const sent = Object.entries<AnyField>(section.fields).flatMap(([name, one]) => {
      const wire = wireNameOf(section, name);
      if (!Object.hasOwn(body, wire)) return [];
      wireNames[name] = wire;
      return [[name, fromBuildAdminValue(section.own.get(name)?.form ?? typeOf(one), body[wire])] as const];
    });
    return sent.length > 0 ? [{ section: section.name, values: Object.fromEntries(sent) }] : [];
  });
  if (changes.length === 0) throw badParameter('参数不能为空', 'Parameter can not be empty');
  try {
    await saveSettings(engine, made, changes);
  } catch (error) {
    throw renameErrors(error, wireNames);
  }
  return new Answer(null, texts.saved[made.caller.locale]);
}

/** Renames errors to the names the client knows. */
function renameErrors(error: unknown, names: Readonly<Record<string, string>>): unknown {
  const data = error instanceof Refused ? error.data : null;
  if (!(error instanceof Refused) || !data || !('errors' in data) || !data.errors) return error;
  const errors = Object.fromEntries(
    Object.entries(data.errors as Record<string, readonly string[]>).map(([name, why]) => [names[name] ?? name, why]),
  );
  return new Refused(error.text, { values: error.values, data: { reason: 'invalid', errors } });
}

/** Lines `k=v` as pairs, in any form the client sends them. */
const linesToPairs = (sent: unknown): Pair[] =>
  Array.isArray(sent) ? (sent as Pair[]) : ((pairsKind.fromText?.(String(sent ?? ''), {}) ?? []) as Pair[]);

const logOf = ({ engine, path, params }: Call, title: Text) => ({
  title,
  url: path.slice(0, 1500),
  data: maskedParameters(params, storedSetting, engine.find),
});

async function add(made: Call): Promise<Answer<null>> {
  const { engine, caller, body } = made;
  const sections = await readSections(engine, engine.db);
  const form = String(body.type ?? '');
  const input = {
    section:
      sections.find((section) => buildAdminSectionName(section) === body.group)?.name ?? String(body.group ?? ''),
    variable: body.name,
    label: body.title,
    hint: body.tip,
    form,
    options: Object.hasOwn(customSettingInputTypes, form) && isChosen(form) ? linesToPairs(body.content) : [],
    rules: listOf(body.rule),
    extend: linesToPairs(body.extend),
    weigh: body.weigh ?? 0,
  };
  try {
    await write(engine, storedSetting, caller, { operation: 'add', input, log: logOf(made, texts.add) });
  } catch (error) {
    const names = { section: 'group', variable: 'name', label: 'title', hint: 'tip', form: 'type', target: 'type' };
    throw renameErrors(error, { ...names, options: 'content', rules: 'rule' });
  }
  return new Answer(null, texts.added[caller.locale]);
}

const isChosen = (form: string): boolean =>
  (['radio', 'select', 'checkbox', 'selects'] satisfies CustomSettingForm[] as readonly string[]).includes(form);

const listOf = (sent: unknown): string[] =>
  Array.isArray(sent) ? sent.map(String) : typeof sent === 'string' ? sent.split(',').filter(Boolean) : [];

async function del(made: Call): Promise<Answer<null>> {
  const { engine, caller, params } = made;
  const ids = listOf(params.ids ?? params.id)
    .map(Number)
    .filter(Number.isSafeInteger);
  if (ids.length === 0) throw badParameter();
  if (ids.length > 100) throw invalid({ ids: [texts.nothing[caller.locale]] });
  await engine.db.transaction(async (tx) => {
    tx.afterCommit(() => engine.settingCache.reload());
    for (const id of ids) {
      await write(engine, storedSetting, caller, { operation: 'del', id, input: {}, log: logOf(made, texts.del) }, tx);
    }
  });
  return new Answer(null, texts.deleted[caller.locale]);
}
