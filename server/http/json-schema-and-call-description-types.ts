import type { Fields } from '#kernel/declaration/field.ts';
import type { Text } from '#kernel/text/text.ts';

/**
 * A JSON schema of draft 2020-12, as in OpenAPI 3.1. `T` is the type of what it describes, for the type system only;
 * schemas written as plain objects describe `unknown`.
 */
export type JsonSchema<T = unknown> = { readonly [keyword: string]: unknown } & { readonly _type?: T };

/** Type of the values that a schema describes. */
export type ValueOfSchema<S> = S extends JsonSchema<infer T> ? T : unknown;

/** Description of a call for the API document. `call()` derives it; controllers without it pass one of their own. */
export interface CallDescription {
  readonly summary: Text;
  readonly description?: Text;
  /** Parameters of the URL. */
  readonly query?: Fields;
  /** Keys of the JSON body; with `upload` the other parts of the form. */
  readonly body?: Fields;
  /** A multipart form with one file. */
  readonly upload?: boolean;
  /** `data` of a successful answer. */
  readonly data?: JsonSchema;
  /** Media type of a response without envelope, such as a picture or a stream. */
  readonly raw?: string;
}

/** Descriptions of calls by `app/controller/action`, followed by `.get` or `.post` if the methods differ. */
export type CallDescriptions = Readonly<Record<string, CallDescription>>;
