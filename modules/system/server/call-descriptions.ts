import { field } from '#kernel/field/field.ts';
import { mailVerifications } from '#kernel/settings/message-settings.ts';
import { text } from '#kernel/text/text.ts';
import { terminalSettings } from '#modules/terminal/contract/settings.ts';
import type { CallDescription, CallDescriptions } from '#server/http/call-description.ts';
import { boolean, enumOf, integer, list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { customSettingForms, customSettingRules } from '../contract/custom-setting-types.ts';

const area: CallDescription = {
  summary: text('下级行政区划；不带参数为各省', 'Subordinate divisions; provinces if no parameter is given'),
  query: {
    province: field.area(text('省', 'Province')),
    city: field.area(text('市', 'Prefecture')),
  },
  data: list(object({ value: string, label: string, leaf: boolean })),
};
const address: CallDescription = {
  summary: text(
    '地址所在的位置与精度，由所配置的地图服务查找',
    'Location and accuracy of an address, looked up with the configured map service',
  ),
  query: {
    address: field.text(text('地址', 'Address'), { required: true, max: 200 }),
    area: field.area(text('所在区划', 'Division it is in')),
  },
  data: object({ lng: { type: 'number' }, lat: { type: 'number' }, from: enumOf('address'), accuracy: integer }),
};
const reverse: CallDescription = {
  summary: text(
    '地图上一点的地址，由所配置的地图服务查找，依次使用各个密钥',
    'Address of a point on the map, looked up with the configured map service, trying its keys in order',
  ),
  query: {
    lng: field.number(text('经度（WGS-84）', 'Longitude (WGS-84)'), { required: true, min: 73, max: 136 }),
    lat: field.number(text('纬度（WGS-84）', 'Latitude (WGS-84)'), { required: true, min: 3, max: 54 }),
  },
  data: object({ address: string }),
};
const areaPath: CallDescription = {
  summary: text('一个行政区划自上而下的路径', 'Path of a division from the top down'),
  query: { code: field.area(text('代码', 'Code'), { required: true }) },
  data: object(
    {
      path: list(object({ code: string, name: string })),
      ended: object({ on: string, successor: object({ code: string, name: string }) }, ['on']),
    },
    ['path'],
  ),
};
const areaNames: CallDescription = {
  summary: text('行政区划的英文名称', 'English names of divisions'),
  data: object({ names: list(list(string)) }),
};
const boundary: CallDescription = {
  summary: text('行政区划边界（GeoJSON，WGS-84）', 'Boundaries (GeoJSON, WGS-84)'),
  query: { code: field.area(text('代码；100000 为全国', 'Code; 100000 is the country')) },
  data: object(
    {
      type: { const: 'FeatureCollection' },
      features: list({ type: 'object' }),
      // 南海断续线: for the country, Hainan and Sansha
      dashed_line: object({ type: { const: 'MultiLineString' }, coordinates: list(list(list({ type: 'number' }))) }),
    },
    ['type', 'features'],
  ),
};
const calendar: CallDescription = {
  summary: text('工作日历：与周末不同的日子', 'Working calendar: days that differ from weekends'),
  data: object({
    days: list(object({ date: string, kind: enumOf('holiday', 'makeup', 'workday') })),
    known_until: { type: ['string', 'null'] },
  }),
};
const sections = object({
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
const table = { table: field.text(text('数据表', 'Table'), { required: true }) };

/** API descriptions of divisions, calendar, settings and lookups. */
export const systemApiCallDescriptions: CallDescriptions = {
  'admin/help/limits': {
    summary: text('帮助：一项业务的期限与依据', 'Help: deadlines of a resource and their legal basis'),
    query: { resource: field.text(text('业务', 'Resource'), { required: true, max: 80 }) },
    data: object({
      list: list(object({ clock: string, rule: string, amount: integer, unit: string, article: string })),
    }),
  },
  'api/map/reverse': reverse,
  'admin/map/reverse': reverse,
  'api/map/address': address,
  'admin/map/address': address,
  'api/ajax/area': area,
  'admin/ajax/area': area,
  'admin/data.area/getAreaData': area,
  'api/ajax/areaPath': areaPath,
  'api/ajax/areaNames': areaNames,
  'admin/ajax/areaPath': areaPath,
  'api/ajax/boundary': boundary,
  'admin/ajax/boundary': boundary,
  'api/ajax/calendar': calendar,
  'admin/ajax/calendar': calendar,
  'admin/system.calendar/days': {
    summary: text('一段时间内与周末不同的日子', 'Days in a period that differ from weekends'),
    query: {
      from: field.date(text('自', 'From'), { required: true }),
      to: field.date(text('至', 'To'), { required: true }),
    },
    data: object({
      days: list(
        object({
          date: string,
          kind: enumOf('holiday', 'makeup', 'workday'),
          name: string,
          announced: enumOf('0', '1'),
        }),
      ),
      announced: list({ type: 'integer' }),
      missing: { type: ['integer', 'null'] },
    }),
  },
  'admin/system.calendar/mark': {
    summary: text('标记若干天；kind 为 null 即恢复平常', 'Mark days; kind null restores the normal day'),
    body: {
      days: field.textarea(
        text('各天（数组：date、kind、name、announced）', 'Days (array: date, kind, name, announced)'),
        { required: true },
      ),
      source: field.text(text('来源', 'Source'), { max: 100 }),
    },
    data: object({ days: { type: 'integer' } }),
  },
  'api/words/index': {
    summary: text('各字典的词条（中英文）', 'Entries of all dictionaries (both languages)'),
    data: object({ version: string, words: { type: 'object' } }),
  },
  'admin/system.word/uses': {
    summary: text(
      '一个字典用在哪些字段、各词条有多少条记录',
      'Fields using a dictionary and number of records per entry',
    ),
    query: { list: field.text(text('字典', 'Dictionary'), { required: true }) },
    data: object({
      fields: list(object({ resource: string, field: string, label: string, rows: { type: 'object' } })),
    }),
  },
  'admin/system.setting/sections': {
    summary: text('各组系统设置的当前值', 'Current values of all settings groups'),
    data: sections,
  },
  'admin/system.setting/save': {
    summary: text('保存一组系统设置；只改所给的项', 'Save a settings group; only the items given are changed'),
    body: {
      section: field.text(text('组', 'Group'), { required: true }),
      values: field.textarea(text('各项的新值（对象）', 'New values (object)'), { required: true }),
      versions: field.textarea(text('所见的版本（对象）', 'Versions seen (object)'), {
        required: true,
      }),
    },
    data: sections,
  },
  'admin/routine.config/index': {
    summary: text('系统设置（通用客户端的形式）', 'Settings (in the form of general clients)'),
    data: object({
      list: { type: 'object' },
      remark: string,
      configGroup: { type: 'object', additionalProperties: string },
      quickEntrance: list(object({ key: string, value: string })),
    }),
  },
  'admin/routine.config/edit': {
    summary: text('保存所给的设置项，键为项的名称', 'Save the settings given, by name'),
    data: nothing,
  },
  'admin/routine.config/sendTestMail': {
    summary: text(
      '按所填的设置发送测试邮件，不必先保存',
      'Send a test e-mail with the settings entered, without saving',
    ),
    body: {
      smtp_server: field.text(text('SMTP 服务器', 'SMTP server'), { required: true }),
      smtp_port: field.integer(text('SMTP 端口', 'SMTP port'), { required: true }),
      smtp_user: field.text(text('SMTP 用户名', 'SMTP user')),
      smtp_pass: field.text(text('SMTP 密码；为空则用已保存的', 'SMTP password; the saved one if empty')),
      smtp_verification: field.select(text('加密方式', 'Encryption'), { options: mailVerifications }),
      smtp_sender_mail: field.email(text('发件人邮箱', 'Sender e-mail'), { required: true }),
      testMail: field.email(text('收件人', 'Recipient'), { required: true }),
    },
    data: nothing,
  },
  'admin/routine.config/add': {
    summary: text('添加自定义设置项', 'Add a custom setting'),
    body: {
      group: field.text(text('分组', 'Group'), { required: true }),
      name: field.text(text('变量名', 'Variable name'), { required: true, max: 30 }),
      title: field.text(text('名称', 'Name'), { required: true, max: 50 }),
      tip: field.text(text('提示', 'Hint'), { max: 100 }),
      type: field.select(text('类型', 'Type'), { required: true, options: customSettingForms }),
      content: field.textarea(text('选项，每行“键=名称”', 'Options, one “key=label” per line')),
      rule: field.selects(text('校验', 'Validation'), { options: customSettingRules }),
      extend: field.textarea(text('扩展属性，每行“键=值”', 'Extended attributes, one “key=value” per line')),
      weigh: field.integer(text('权重', 'Weight'), { min: 0 }),
    },
    data: nothing,
  },
  'admin/routine.config/del': {
    summary: text('删除自定义设置项', 'Delete custom settings'),
    query: { ids: field.text(text('设置项的键', 'Setting keys'), { required: true }) },
    data: nothing,
  },
  'admin/ajax/getTablePk': {
    summary: text('数据表的主键', 'Primary key of a table'),
    query: table,
    data: object({ pk: string }),
  },
  'admin/ajax/getTableFieldList': {
    summary: text('数据表的字段与名称', 'Fields of a table and their names'),
    query: table,
    data: object({ pk: string, fieldList: { type: 'object', additionalProperties: string } }),
  },
  'admin/ajax/changeTerminalConfig': {
    summary: text(
      '终端的包管理器与端口（超级管理员）',
      'Package manager and port of the terminal (super administrators)',
    ),
    body: { manager: terminalSettings.fields.package_manager, port: terminalSettings.fields.port },
    data: nothing,
  },
  'admin/ajax/clearCache': {
    summary: text('清理服务端缓存（超级管理员）', 'Clear server cache (super administrators)'),
    body: {
      type: field.select(text('范围', 'Scope'), {
        required: true,
        options: { tp: text('服务端', 'Server'), all: text('全部', 'Everything') },
      }),
    },
    data: nothing,
  },
};
