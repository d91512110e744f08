import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { JsonSchema } from './document.ts';

/** Short forms for schemas written by hand. */
export const string: JsonSchema = { type: 'string' };
export const integer: JsonSchema = { type: 'integer' };
export const number: JsonSchema = { type: 'number' };
export const boolean: JsonSchema = { type: 'boolean' };
export const nothing: JsonSchema = { type: 'null' };
/** Key of a row. */
export const key: JsonSchema = { type: 'integer', minimum: 1 };
export const enumOf = (...values: string[]): JsonSchema => ({ type: 'string', enum: values });
export const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

/** An object. All properties are required unless `required` lists some. */
export const object = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema => ({ type: 'object', ...(required.length > 0 ? { required } : {}), properties });

/** Parameters of the calls with which a browser starts. */
export const bootQuery = {
  words: field.text(
    text(
      '浏览器已有词条的版本；不同时 spoken 带回全部词条',
      'Version of the entries the browser has; if different, spoken returns all entries',
    ),
    { max: 20 },
  ),
  preferences: field.switch(text('同时带回本人的界面偏好', 'Also return own interface preferences')),
  calendar: field.switch(text('同时带回工作日历', 'Also return the working calendar')),
};
