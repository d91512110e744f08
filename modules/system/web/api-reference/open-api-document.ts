import { isResource, type Module } from '#kernel/module/module.ts';
import type { Locale } from '#kernel/text/text.ts';

/** A JSON schema, with the properties this screen shows. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  writeOnly?: boolean;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Media {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { $ref?: string; summary?: string; value?: unknown }>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { $ref?: string; description?: string; content?: Record<string, Media> }>;
  security?: Record<string, string[]>[];
  'x-permission'?: string;
  'x-filters'?: Record<string, string[]>;
}

interface Tag {
  name: string;
  description?: string;
  'x-displayName': string;
  'x-group': string;
}

export interface OpenApiDocument {
  info: { title: string; version: string; description: string };
  tags: Tag[];
  paths: Record<string, Record<string, Operation>>;
}

/** An operation with its method and path. */
export interface OpenApiEntry {
  method: string;
  path: string;
  operation: Operation;
}

export interface TagGroup {
  name: string;
  title: string;
  description?: string;
  entries: OpenApiEntry[];
}

export interface OpenApiFolder {
  name: string;
  title: string;
  tags: TagGroup[];
}

/** The object a `$ref` points to. */
export function resolveSchema<T extends object>(document: OpenApiDocument, node: T | { $ref: string }): T {
  if (!('$ref' in node) || typeof node.$ref !== 'string') return node as T;
  const steps = node.$ref.slice(2).split('/');
  const found = steps.reduce<unknown>((on, step) => (on as Record<string, unknown> | undefined)?.[step], document);
  return found as T;
}

/** Folders in the order of the menu; calls that belong to no resource come last. */
export function foldersOf(
  document: OpenApiDocument,
  modules: readonly Module[],
  locale: Locale,
  others: Readonly<Record<'admin' | 'api', string>>,
): OpenApiFolder[] {
  const entries = new Map<string, OpenApiEntry[]>(document.tags.map((tag) => [tag.name, []]));
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      entries.get(operation.tags[0] ?? '')?.push({ method, path, operation });
    }
  }
  const folders: OpenApiFolder[] = modules.map((one) => ({ name: one.name, title: one.label[locale], tags: [] }));
  const byGroup = new Map<string, OpenApiFolder>();
  for (const [place, one] of modules.entries()) {
    for (const entry of one.entries.filter(isResource)) {
      byGroup.set(entry.name.split('/')[0] as string, folders[place] as OpenApiFolder);
    }
  }
  for (const tag of document.tags) {
    const group = tag['x-group'];
    let folder = byGroup.get(group);
    if (!folder) {
      folder = { name: group, title: others[group as 'admin' | 'api'] ?? group, tags: [] };
      folders.push(folder);
      byGroup.set(group, folder);
    }
    folder.tags.push({
      name: tag.name,
      title: tag['x-displayName'],
      ...(tag.description ? { description: tag.description } : {}),
      entries: entries.get(tag.name) ?? [],
    });
  }
  return folders.filter((folder) => folder.tags.length > 0);
}

/** The folders reduced to operations that contain every search word. */
export function searchFolders(folders: readonly OpenApiFolder[], text: string): OpenApiFolder[] {
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (terms.length === 0) return [...folders];
  return folders
    .map((folder) => ({
      ...folder,
      tags: folder.tags
        .map((tag) => ({
          ...tag,
          entries: tag.entries.filter(({ path, operation }) => {
            const all = `${folder.title} ${tag.title} ${path} ${operation.summary}`.toLowerCase();
            return terms.every((word) => all.includes(word));
          }),
        }))
        .filter((tag) => tag.entries.length > 0),
    }))
    .filter((folder) => folder.tags.length > 0);
}

/** Text of a type: `string`, `integer | null`, `enterprise.licence[]`. */
export function typeText(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  const union = schema.oneOf ?? schema.anyOf;
  if (union) return union.map(typeText).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = [schema.type ?? (schema.properties ? 'object' : 'any')].flat();
  return types.map((type) => (type === 'array' ? `${typeText(schema.items ?? {})}[]` : type)).join(' | ');
}

/** Limits of a value in short form: `1–64`, `≤ 9`, `^\d{6}$`. */
export function limitText(schema: Schema): string[] {
  const limits: string[] = [];
  const range = (low: number | undefined, high: number | undefined) => {
    if (low !== undefined && high !== undefined) limits.push(`${low}–${high}`);
    else if (low !== undefined) limits.push(`≥ ${low}`);
    else if (high !== undefined) limits.push(`≤ ${high}`);
  };
  if (schema.format) limits.push(schema.format);
  range(schema.minLength || undefined, schema.maxLength);
  range(schema.minimum, schema.maximum);
  range(undefined, schema.maxItems);
  if (schema.pattern) limits.push(schema.pattern);
  if (schema.default !== undefined) limits.push(`= ${JSON.stringify(schema.default)}`);
  return limits;
}
