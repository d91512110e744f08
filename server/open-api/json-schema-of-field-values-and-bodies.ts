import * as z from 'zod/mini';
import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import type { Option } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { isPolymorphicReference, kindOf, targetsOf } from '#kernel/field/field.ts';
import type { NumberOptions } from '#kernel/kind/number.ts';
import { type Locale, text } from '#kernel/text/text.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';

const masked = text(
  '个人信息：以掩码返回，明文须 reveal',
  'Personal data: returned masked; plain text requires reveal',
);

/** An example value of a field. */
export const exampleOf = (field: AnyField): unknown => kindOf(field).example(field.options);

/** The schema of a present value in wire form, from the field's kind. */
export function valueSchema(field: AnyField, locale: Locale): JsonSchema {
  const kind = kindOf(field);
  const { $schema: _draft, ...derived } = z.toJSONSchema(kind.schema(field.options), {
    io: 'output',
    unrepresentable: 'any',
  }) as Record<string, unknown>;
  const form = kind.form?.(field.options) ?? derived;
  const unset = kind.unset?.(field.options);
  const descriptions = [
    field.hint?.[locale],
    unset && `null: ${unset[locale]}`,
    kind.note?.[locale],
    optionText(field, locale),
  ];
  if (field.privacy === 'masked') descriptions.push(masked[locale]);
  const description = descriptions.filter(Boolean).join(locale === 'en' ? '. ' : '。');
  const { unit } = field.options as NumberOptions;
  return {
    ...form,
    title: field.label[locale],
    ...(description ? { description } : {}),
    'x-kind': field.kind,
    ...(unit ? { 'x-unit': unit } : {}),
    ...(typeof field.options.to === 'string' ? { 'x-resource': field.options.to } : {}),
    ...(isPolymorphicReference(field) ? { 'x-resources': targetsOf(field).map(({ resource }) => resource) } : {}),
    ...(typeof field.options.of === 'string' ? { 'x-resource': field.options.of } : {}),
  };
}

/** `agency 旅行社; hotel 星级饭店` */
function optionText(field: AnyField, locale: Locale): string | undefined {
  const { options } = field.options as { options?: Readonly<Record<string, Option>> };
  if (!options) return undefined;
  return Object.entries(options)
    .map(([key, option]) => `\`${key}\` ${option[locale]}`)
    .join(locale === 'en' ? '; ' : '；');
}

/** The schema, or null. */
export function orNull(schema: JsonSchema): JsonSchema {
  if (typeof schema.$ref === 'string') return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    ...(typeof schema.type === 'string' ? { type: [schema.type, 'null'] } : {}),
    ...(Array.isArray(schema.enum) ? { enum: [...(schema.enum as unknown[]), null] } : {}),
  };
}

/** The schema of a body with these fields. */
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

/** An example of {@link bodySchema}: required fields, and those with a default. */
export function bodyExample(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field.required || field.initial !== undefined)
      .map(([name, field]) => [name, field.initial ?? exampleOf(field)]),
  );
}
