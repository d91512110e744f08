import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { JsonSchema, ValueOfSchema } from '#server/http/json-schema-and-call-description-types.ts';

/** Short forms for schemas written by hand. Each carries the type of what it describes, so that answers are checked. */
export const string: JsonSchema<string> = { type: 'string' };
export const integer: JsonSchema<number> = { type: 'integer' };
export const number: JsonSchema<number> = { type: 'number' };
export const boolean: JsonSchema<boolean> = { type: 'boolean' };
export const nothing: JsonSchema<null> = { type: 'null' };
/** Key of a row. */
export const key: JsonSchema<number> = { type: 'integer', minimum: 1 };
export const enumOf = <V extends string>(...values: V[]): JsonSchema<V> => ({ type: 'string', enum: values });
export const list = <S extends JsonSchema>(items: S): JsonSchema<readonly ValueOfSchema<S>[]> => ({
  type: 'array',
  items,
});

/** The same or null. */
export const orNull = <S extends JsonSchema>(schema: S): JsonSchema<ValueOfSchema<S> | null> =>
  typeof schema.type === 'string' && schema.enum === undefined
    ? { ...without(schema), type: [schema.type, 'null'] }
    : { oneOf: [schema, { type: 'null' }] };

/** The keywords alone, without the type they stand for. */
const without = (schema: JsonSchema): Readonly<Record<string, unknown>> => schema;

type Properties = Readonly<Record<string, JsonSchema>>;

/** Properties that `R` names are always there. */
type ObjectOf<P extends Properties, R extends keyof P> = { readonly [N in R]: ValueOfSchema<P[N]> } & {
  readonly [N in Exclude<keyof P, R>]?: ValueOfSchema<P[N]>;
};

/** An object. All properties are required unless `required` lists some. */
export const object = <const P extends Properties, R extends keyof P & string = keyof P & string>(
  properties: P,
  required: readonly R[] = Object.keys(properties) as R[],
): JsonSchema<ObjectOf<P, R>> => ({ type: 'object', ...(required.length > 0 ? { required } : {}), properties });

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
