import { field } from '#kernel/field.ts';
import { mailVerifications } from '#kernel/message-settings.ts';
import { text } from '#kernel/text.ts';
import { terminalSettings } from '#modules/terminal/contract/settings.ts';
import type { CallDescription, CallDescriptions } from '#server/open-api/document.ts';
import { boolean, integer, list, nothing, object, string, words } from '#server/open-api/schema.ts';
import { settingForms, settingRules } from '../contract/setting.ts';

const area: CallDescription = {
  summary: text('下级行政区划；不带参数为各省', 'Divisions below; the provinces when nothing is asked'),
  query: {
    province: field.area(text('省', 'Province')),
    city: field.area(text('市', 'Prefecture')),
  },
  data: list(object({ value: string, label: string, leaf: boolean })),
};
const address: CallDescription = {
  summary: text(
    '地址所在的位置与精度，由所配置的地图服务查找',
    'Where an address is and how exactly, by the map service that is set',
  ),
  query: {
    address: field.text(text('地址', 'Address'), { required: true, max: 200 }),
    area: field.area(text('所在区划', 'Division it lies in')),
  },
  data: object({ lng: { type: 'number' }, lat: { type: 'number' }, from: words('address'), accuracy: integer }),
};
const reverse: CallDescription = {
  summary: text(
    '地图上一点的地址，由所配置的地图服务查找，依次使用各个密钥',
    'The address of a spot, by the map service that is set, whose keys are asked one after the other',
  ),
  query: {
    lng: field.number(text('经度（WGS-84）', 'Longitude (WGS-84)'), { required: true, min: 73, max: 136 }),
    lat: field.number(text('纬度（WGS-84）', 'Latitude (WGS-84)'), { required: true, min: 3, max: 54 }),
  },
  data: object({ address: string }),
};
const areaPath: CallDescription = {
  summary: text('一个行政区划自上而下的路径', 'A division with all above it'),
  query: { code: field.area(text('代码', 'Code'), { required: true }) },
  data: object(
    {
      path: list(object({ code: string, name: string })),
      ended: object({ on: string, successor: object({ code: string, name: string }) }, ['on']),
    },
    ['path'],
  ),
};
const boundary: CallDescription = {
  summary: text('行政区划边界（GeoJSON，WGS-84）', 'Boundaries (GeoJSON, WGS-84)'),
  query: { code: field.area(text('代码；100000 为全国', 'Code; 100000 is the country')) },
  data: object(
    {
      type: { const: 'FeatureCollection' },
      features: list({ type: 'object' }),
      // 南海断续线: of the country, Hainan and Sansha
      dashed_line: object({ type: { const: 'MultiLineString' }, coordinates: list(list(list({ type: 'number' }))) }),
    },
    ['type', 'features'],
  ),
};
const calendar: CallDescription = {
  summary: text('工作日历：与周末不同的日子', 'Working calendar: days that differ from the plain week'),
  data: object({
    days: list(object({ date: string, kind: words('holiday', 'makeup', 'workday') })),
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

/** What the API document says of divisions, calendar and small lookups. */
export const systemCalls: CallDescriptions = {
  'admin/help/limits': {
    summary: text('帮助：一项业务的期限与依据', 'Help: limits of a resource and the articles they come from'),
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
  'admin/ajax/areaPath': areaPath,
  'api/ajax/boundary': boundary,
  'admin/ajax/boundary': boundary,
  'api/ajax/calendar': calendar,
  'admin/ajax/calendar': calendar,
  'admin/system.calendar/days': {
    summary: text('一段时间内与周末不同的日子', 'Days of a stretch that differ from the plain week'),
    query: {
      from: field.date(text('自', 'From'), { required: true }),
      to: field.date(text('至', 'To'), { required: true }),
    },
    data: object({
      days: list(
        object({ date: string, kind: words('holiday', 'makeup', 'workday'), name: string, announced: words('0', '1') }),
      ),
      announced: list({ type: 'integer' }),
      missing: { type: ['integer', 'null'] },
    }),
  },
  'admin/system.calendar/mark': {
    summary: text(
      '标记若干天；kind 为 null 即恢复平常',
      'Marks days; a kind of null gives a day back to the plain week',
    ),
    body: {
      days: field.textarea(
        text('各天（数组：date、kind、name、announced）', 'Days (a list of date, kind, name, announced)'),
        { required: true },
      ),
      source: field.text(text('来源', 'Source'), { max: 100 }),
    },
    data: object({ days: { type: 'integer' } }),
  },
  'api/words/index': {
    summary: text('各字典的词条（中英文）', 'Words of every list, in both languages'),
    data: object({ version: string, words: { type: 'object' } }),
  },
  'admin/system.word/uses': {
    summary: text(
      '一个字典用在哪些字段、各词条有多少条记录',
      'Where a dictionary is chosen from, and how many rows hold each word',
    ),
    query: { list: field.text(text('字典', 'Dictionary'), { required: true }) },
    data: object({
      fields: list(object({ resource: string, field: string, label: string, rows: { type: 'object' } })),
    }),
  },
  'admin/system.setting/sections': {
    summary: text('各组系统设置的当前值', 'Every section of settings as it is set'),
    data: sections,
  },
  'admin/system.setting/save': {
    summary: text('保存一组系统设置；只改所给的项', 'Save settings of one section; what is not sent stays'),
    body: {
      section: field.text(text('组', 'Section'), { required: true }),
      values: field.textarea(text('各项的新值（对象）', 'New values by name (an object)'), { required: true }),
      versions: field.textarea(text('所见的版本（对象）', 'Versions that were seen by name (an object)'), {
        required: true,
      }),
    },
    data: sections,
  },
  'admin/routine.config/index': {
    summary: text('系统设置（通用客户端的形式）', 'Settings, as clients of the family show them'),
    data: object({
      list: { type: 'object' },
      remark: string,
      configGroup: { type: 'object', additionalProperties: string },
      quickEntrance: list(object({ key: string, value: string })),
    }),
  },
  'admin/routine.config/edit': {
    summary: text('保存所给的设置项，键为项的名称', 'Save the settings that are sent, by their names'),
    data: nothing,
  },
  'admin/routine.config/sendTestMail': {
    summary: text('按所填的设置发送测试邮件，不必先保存', 'Send a test message by what is filled in, saved or not'),
    body: {
      smtp_server: field.text(text('SMTP 服务器', 'SMTP server'), { required: true }),
      smtp_port: field.integer(text('SMTP 端口', 'SMTP port'), { required: true }),
      smtp_user: field.text(text('SMTP 用户名', 'SMTP user')),
      smtp_pass: field.text(text('SMTP 密码；为空则用已保存的', 'SMTP password; empty: the one that is kept')),
      smtp_verification: field.select(text('加密方式', 'Encryption'), { options: mailVerifications }),
      smtp_sender_mail: field.email(text('发件人邮箱', 'Sender'), { required: true }),
      testMail: field.email(text('收件人', 'Recipient'), { required: true }),
    },
    data: nothing,
  },
  'admin/routine.config/add': {
    summary: text('添加自定义设置项', "Add a setting of one's own"),
    body: {
      group: field.text(text('分组', 'Group'), { required: true }),
      name: field.text(text('变量名', 'Variable'), { required: true, max: 30 }),
      title: field.text(text('名称', 'Label'), { required: true, max: 50 }),
      tip: field.text(text('提示', 'Hint'), { max: 100 }),
      type: field.select(text('类型', 'Type'), { required: true, options: settingForms }),
      content: field.textarea(text('选项，每行“键=名称”', 'What is chosen from, a line “key=label” each')),
      rule: field.selects(text('校验', 'Rules'), { options: settingRules }),
      extend: field.textarea(text('扩展属性，每行“键=值”', 'Further attributes, a line “key=value” each')),
      weigh: field.integer(text('权重', 'Weight'), { min: 0 }),
    },
    data: nothing,
  },
  'admin/routine.config/del': {
    summary: text('删除自定义设置项', "Delete settings of one's own"),
    query: { ids: field.text(text('设置项的键', 'Keys of the settings'), { required: true }) },
    data: nothing,
  },
  'admin/ajax/getTablePk': {
    summary: text('数据表的主键', 'Primary key of a table'),
    query: table,
    data: object({ pk: string }),
  },
  'admin/ajax/getTableFieldList': {
    summary: text('数据表的字段与名称', 'Fields of a table with their labels'),
    query: table,
    data: object({ pk: string, fieldList: { type: 'object', additionalProperties: string } }),
  },
  'admin/ajax/changeTerminalConfig': {
    summary: text(
      '终端的包管理器与端口（超级管理员）',
      'Package manager and port of the terminal (super administrator)',
    ),
    body: { manager: terminalSettings.fields.package_manager, port: terminalSettings.fields.port },
    data: nothing,
  },
  'admin/ajax/clearCache': {
    summary: text('清理服务端缓存（超级管理员）', 'Clear what the server keeps (super administrator)'),
    body: {
      type: field.select(text('范围', 'What'), {
        required: true,
        options: { tp: text('服务端', 'Server'), all: text('全部', 'Everything') },
      }),
    },
    data: nothing,
  },
};
