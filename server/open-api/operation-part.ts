import type { RefusalName } from './answers.ts';
import type { JsonSchema, Parameter } from './document.ts';

/** What a call of a resource takes and answers, before the envelope is put around it. */
export interface Part {
  summary: string;
  description?: string;
  parameters?: readonly Parameter[];
  body?: JsonSchema;
  example?: unknown;
  form?: JsonSchema;
  data: JsonSchema;
  refusals?: readonly RefusalName[];
  filters?: Readonly<Record<string, readonly string[]>>;
}

export const query = (name: string, schema: JsonSchema, description?: string, required = false): Parameter => ({
  name,
  in: 'query',
  ...(description ? { description } : {}),
  ...(required ? { required } : {}),
  schema,
});
