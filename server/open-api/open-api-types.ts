import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header' | 'path';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface Reference {
  readonly $ref: string;
}

export interface MediaType {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Reference | { summary?: string; value: unknown }>>;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, Response | Reference>>;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  /** Permission node the caller must hold; missing where signing in is enough. */
  readonly 'x-permission'?: string;
  /** Filterable fields and their operators. */
  readonly 'x-filters'?: Readonly<Record<string, readonly string[]>>;
}

export interface Tag {
  readonly name: string;
  readonly description?: string;
  /** Displayed instead of the name. */
  readonly 'x-displayName': string;
  /** Folder of the menu, or the application for calls without a resource. */
  readonly 'x-group': string;
}

/** The part of an OpenAPI 3.1 document that this product uses. */
export interface ApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly examples: Readonly<Record<string, { summary: string; value: unknown }>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}
