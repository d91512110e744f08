import type { AnyField } from '#kernel/declaration/field.ts';
import type { FindResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { momentText } from '#kernel/kind/datetime.ts';
import { type Pair, pairsKind } from '#kernel/kind/key-value-pairs.ts';
import { type Locale, type Text, text } from '#kernel/text/text.ts';
import { Answer } from '#server/http/connection/envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { maskedParameters } from '#server/http/mask-parameters.ts';
import { badParameter, invalid, Refused } from '#server/refusal.ts';
import { write } from '#server/write/pipeline.ts';
import { type CustomSettingForm, customSettingForms } from '../../contract/custom-setting-types.ts';
import { setting } from '../../contract/setting.ts';
import { siteSettings } from '../../contract/site-settings.ts';
import { sectionGroupName } from '../settings/custom-sections.ts';
import { buildAdminSettingName, type CustomSetting } from '../settings/custom-setting.ts';
import {
  type CurrentSection,
  readSections,
  saveSettings,
  visibleSections,
} from '../settings/settings-controller-and-storage.ts';
import { sendTestMail } from '../settings/test-mail.ts';

const texts = {
  saved: text('当前页配置项更新成功！', 'The settings of this page were updated!'),
  added: text('添加成功！', 'Added successfully!'),
  deleted: text('删除成功！', 'Deleted successfully!'),
  nothing: text('未删除任何行', 'No rows were deleted'),
  add: text('系统设置-添加', 'Settings: add'),
  testMail: text('系统设置-发送测试邮件', 'Settings: send a test message'),
  del: text('系统设置-删除', 'Settings: delete'),
};

/**
 * The settings in the form BuildAdmin clients expect (wire contract §2.7, `routine.config`): groups of items, each with
 * its input type. Administrators see and change the same settings as in 系统设置.
 */
export const buildAdminConfigController: Controller = {
  app: 'admin',
  name: 'routine.config',
  actions: {
    index: { gate: 'rule', node: `${setting.name}/index`, handle: index },
    edit: { gate: 'rule', node: `${setting.name}/edit`, methods: ['POST'], silent: true, handle: edit },
    add: { gate: 'rule', node: `${setting.name}/add`, methods: ['POST'], silent: true, handle: add },
    sendTestMail: {
      gate: 'rule',
      node: `${setting.name}/edit`,
      methods: ['POST'],
      perMinute: 10,
      title: texts.testMail,
      handle: sendTestMail,
    },
    del: { gate: 'rule', node: `${setting.name}/del`, methods: ['DELETE', 'POST'], silent: true, handle: del },
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

async function index({ engine, caller }: Call) {
  const { locale } = caller;
  const sections = visibleSections(caller, await readSections(engine, engine.db));
  const { quick_entrance } = engine.settings(siteSettings);
  return {
    list: Object.fromEntries(
      sections.map((section) => [
        sectionGroupName(section),
        { name: sectionGroupName(section), title: section.label[locale], list: itemsOf(section, locale, engine.find) },
      ]),
    ),
    remark: engine.remarks.of(setting, caller),
    configGroup: Object.fromEntries(sections.map((section) => [sectionGroupName(section), section.label[locale]])),
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
      group: sectionGroupName(section),
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
async function edit(call: Call): Promise<Answer> {
  const { engine, body } = call;
  const sections = visibleSections(call.caller, await readSections(engine, engine.db));
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
    await saveSettings(engine, call, changes);
  } catch (error) {
    throw renameErrors(error, wireNames);
  }
  return new Answer(null, texts.saved[call.caller.locale]);
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
  data: maskedParameters(params, setting, engine.find),
});

async function add(call: Call): Promise<Answer> {
  const { engine, caller, body } = call;
  const sections = await readSections(engine, engine.db);
  const form = String(body.type ?? '');
  const input = {
    section: sections.find((section) => sectionGroupName(section) === body.group)?.name ?? String(body.group ?? ''),
    variable: body.name,
    label: body.title,
    hint: body.tip,
    form,
    options: Object.hasOwn(customSettingForms, form) && isChosen(form) ? linesToPairs(body.content) : [],
    rules: listOf(body.rule),
    extend: linesToPairs(body.extend),
    weigh: body.weigh ?? 0,
  };
  try {
    await write(engine, setting, caller, { operation: 'add', input, log: logOf(call, texts.add) });
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

async function del(call: Call): Promise<Answer> {
  const { engine, caller, params } = call;
  const ids = listOf(params.ids ?? params.id)
    .map(Number)
    .filter(Number.isSafeInteger);
  if (ids.length === 0) throw badParameter();
  if (ids.length > 100) throw invalid({ ids: [texts.nothing[caller.locale]] });
  await engine.db.transaction(async (tx) => {
    tx.afterCommit(() => engine.settingCache.reload());
    for (const id of ids) {
      await write(engine, setting, caller, { operation: 'del', id, input: {}, log: logOf(call, texts.del) }, tx);
    }
  });
  return new Answer(null, texts.deleted[caller.locale]);
}
