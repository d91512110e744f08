import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import type { RefusalName } from './call-responses-and-envelope-schemas.ts';
import type { Parameter } from './open-api-types.ts';

/** Parameters, body and data of a resource's call, without the envelope. */
export interface OperationWithoutEnvelope {
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

export const queryParameter = (
  name: string,
  schema: JsonSchema,
  description?: string,
  required = false,
): Parameter => ({
  name,
  in: 'query',
  ...(description ? { description } : {}),
  ...(required ? { required } : {}),
  schema,
});
