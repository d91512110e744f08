import { z } from 'zod';
import { type AnyField, type Fields, type KindName, kindOf } from '#kernel/field.ts';
import type { NumberOptions } from '#kernel/kind/number.ts';
import type { Option } from '#kernel/kind/select.ts';
import { type Locale, type Text, text } from '#kernel/text.ts';
import type { JsonSchema } from './document.ts';

type Options = Readonly<Record<string, unknown>>;
type Form = (options: Options) => JsonSchema;

const keys = (options: Options) => Object.keys(options.options as Readonly<Record<string, Option>>);
const bounds = ({ min, max }: NumberOptions): JsonSchema => ({
  ...(min === undefined ? {} : { minimum: min }),
  ...(max === undefined ? {} : { maximum: max }),
});
const one: Form = (options) => ({ type: 'string', enum: keys(options) });
const several: Form = (options) => ({
  type: 'array',
  items: { type: 'string', enum: keys(options) },
  uniqueItems: true,
});
const number: Form = (options) => ({ type: 'number', ...bounds(options) });

/** Kinds whose wire form differs from what their schema yields for the database. */
const wireForms: Partial<Record<KindName, Form>> = {
  number,
  float: number,
  integer: (options) => ({ type: 'integer', ...bounds(options) }),
  money: () => ({ type: 'string', pattern: '^-?\\d{1,13}\\.\\d{2}$' }),
  date: () => ({ type: 'string', format: 'date' }),
  datetime: () => ({ type: 'integer', minimum: 0 }),
  switch: () => ({ type: 'string', enum: ['0', '1'] }),
  select: one,
  radio: one,
  selects: several,
  checkbox: several,
  branches: () => ({ type: 'array', items: { type: 'integer', minimum: 1 } }),
  place: () => ({
    type: 'object',
    required: ['lng', 'lat'],
    properties: {
      lng: { type: 'number', minimum: 73, maximum: 136 },
      lat: { type: 'number', minimum: 3, maximum: 54 },
    },
  }),
  pairs: () => ({
    type: 'array',
    maxItems: 100,
    items: {
      type: 'object',
      required: ['key', 'value'],
      properties: { key: { type: 'string', maxLength: 100 }, value: { type: 'string', maxLength: 1000 } },
    },
  }),
};

/** What the schema cannot say of a kind. */
const notes: Partial<Record<KindName, Text>> = {
  money: text('元，两位小数的字符串', 'Yuan, as a string with two decimals'),
  datetime: text(
    'Unix 秒；输入也接受 yyyy-mm-dd hh:MM:ss（Asia/Shanghai）',
    'Unix seconds; input may also be yyyy-mm-dd hh:MM:ss (Asia/Shanghai)',
  ),
  switch: text('1 是，0 否', '1 on, 0 off'),
  reference: text('另一业务记录的编号', 'Key of a row of another resource'),
  references: text('另一业务多条记录的编号', 'Keys of rows of another resource'),
  parent: text('上级记录的编号；顶级为 0', 'Key of the row above; 0 at the top'),
  area: text('GB/T 2260 行政区划代码，六位', 'GB/T 2260 division code, six digits'),
  place: text('WGS-84 经纬度', 'WGS-84 degrees'),
  file: text('先上传，再填返回的 url', 'Upload first, then send the url answered'),
  files: text('先上传，再填返回的 url', 'Upload first, then send the urls answered'),
  image: text('先上传，再填返回的 url', 'Upload first, then send the url answered'),
  images: text('先上传，再填返回的 url', 'Upload first, then send the urls answered'),
  editor: text('HTML，服务端按白名单清洗', 'HTML; the server keeps what its allow-list has'),
  creditCode: text('GB 32100-2015，含校验位', 'GB 32100-2015, with its check digit'),
  idNumber: text('GB 11643，含校验位；加密存放', 'GB 11643, with its check digit; stored sealed'),
  mobile: text('中国大陆手机号', 'Mobile number of mainland China'),
  plate: text('机动车号牌（GA 36）', 'Licence plate (GA 36)'),
  subject: text('所涉记录；已删除的没有 id', 'The record it is about; without id once that is gone'),
};
const masked = text(
  '个人信息：以掩码返回，明文须 reveal',
  'Personal data: answered masked; reveal shows the plain value',
);

const examples: Partial<Record<KindName, unknown>> = {
  text: '示例',
  textarea: '示例',
  number: 12.5,
  float: 12.5,
  integer: 3,
  money: '1200.00',
  date: '2026-11-21',
  time: '09:30:00',
  year: 2026,
  datetime: 1795224600,
  switch: '1',
  reference: 1,
  references: [1],
  branches: [1],
  parent: 1,
  area: '530102',
  place: { lng: 102.712251, lat: 25.040609 },
  file: '/storage/default/20261121/0a1b2c.pdf',
  files: ['/storage/default/20261121/0a1b2c.pdf'],
  image: '/storage/default/20261121/0a1b2c.jpg',
  images: ['/storage/default/20261121/0a1b2c.jpg'],
  pairs: [{ key: 'a', value: 'b' }],
  color: '#2f7a6d',
  icon: 'bank',
  editor: '<p>示例</p>',
  password: 'Abc-123456',
  account: 'city',
  email: 'name@example.com',
  url: 'https://www.example.com',
  personName: '张三',
  mobile: '13800138000',
  // the samples of the standards themselves
  idNumber: '11010519491231002X',
  creditCode: '91350100M000100Y43',
  plate: '云A12345',
  subject: { resource: 'enterprise/enterprise', id: 1, title: '示例' },
};

/** A value a declared field accepts, for examples. */
export function exampleOf(field: AnyField): unknown {
  const { options } = field.options as { options?: Readonly<Record<string, Option>> };
  if (options) {
    const first = Object.keys(options)[0];
    return field.kind === 'selects' || field.kind === 'checkbox' ? [first] : first;
  }
  const { min, max } = field.options as NumberOptions;
  const example = examples[field.kind];
  if (typeof example === 'number' && field.kind !== 'datetime')
    return Math.max(min ?? example, Math.min(max ?? example, example));
  if (field.kind === 'text' || field.kind === 'textarea')
    return String(example)
      .repeat(Math.ceil((min ?? 1) / 2))
      .slice(0, max);
  return example;
}

/** The schema of a present value as it crosses the wire: what the kind's own schema says, in wire form. */
export function valueSchema(field: AnyField, locale: Locale): JsonSchema {
  const { $schema: _draft, ...derived } = z.toJSONSchema(kindOf(field).schema(field.options), {
    io: 'output',
    unrepresentable: 'any',
  }) as Record<string, unknown>;
  const form = wireForms[field.kind]?.(field.options) ?? derived;
  const words = [field.hint?.[locale], notes[field.kind]?.[locale], optionWords(field, locale)];
  if (field.privacy === 'masked') words.push(masked[locale]);
  const description = words.filter(Boolean).join(locale === 'en' ? '. ' : '。');
  const { unit } = field.options as NumberOptions;
  return {
    ...form,
    title: field.label[locale],
    ...(description ? { description } : {}),
    'x-kind': field.kind,
    ...(unit ? { 'x-unit': unit } : {}),
    ...(typeof field.options.to === 'string' ? { 'x-resource': field.options.to } : {}),
  };
}

/** `agency 旅行社; hotel 星级饭店` */
function optionWords(field: AnyField, locale: Locale): string | undefined {
  const { options } = field.options as { options?: Readonly<Record<string, Option>> };
  if (!options) return undefined;
  return Object.entries(options)
    .map(([key, option]) => `\`${key}\` ${option[locale]}`)
    .join(locale === 'en' ? '; ' : '；');
}

/** The same, or null. */
export function orNull(schema: JsonSchema): JsonSchema {
  if (typeof schema.$ref === 'string') return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    ...(typeof schema.type === 'string' ? { type: [schema.type, 'null'] } : {}),
    ...(Array.isArray(schema.enum) ? { enum: [...(schema.enum as unknown[]), null] } : {}),
  };
}

/** An object of fields as a caller sends it. */
export function bodySchema(fields: Fields, locale: Locale, partial = false): JsonSchema {
  const entries = Object.entries(fields);
  const required = partial ? [] : entries.filter(([, field]) => field.required).map(([name]) => name);
  return {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(
      entries.map(([name, field]) => {
        const schema = valueSchema(field, locale);
        const writeOnly = field.privacy === 'hidden' ? { writeOnly: true } : {};
        const preset = field.initial === undefined ? {} : { default: field.initial };
        return [name, { ...(field.required ? schema : orNull(schema)), ...writeOnly, ...preset }];
      }),
    ),
  };
}

/** An example of what {@link bodySchema} describes: required fields, and those with a preset. */
export function bodyExample(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field.required || field.initial !== undefined)
      .map(([name, field]) => [name, field.initial ?? exampleOf(field)]),
  );
}
