import type { AnyResource } from '#kernel/resource.ts';
import { type Locale, text } from '#kernel/text.ts';
import type { JsonSchema } from './document.ts';
import { rowReference } from './row-schema.ts';
import { boolean, key as id, integer, list, object, string, words } from './schema.ts';

const changes = text('字段 → [之前, 之后]', 'Field → [before, after]');

/** What happened to a row. */
export function timelineSchema(locale: Locale): JsonSchema {
  const word = { type: ['string', 'null'] };
  const entry = object({
    id,
    action: { type: 'string', enum: ['add', 'edit', 'move', 'del', 'restore', 'export'] },
    move: word,
    from: word,
    to: word,
    actor_type: { type: 'string', enum: ['admin', 'member', 'system', 'guest'] },
    actor_name: { type: 'string' },
    createtime: { type: 'integer' },
    note: word,
    changes: {
      type: 'object',
      description: changes[locale],
      additionalProperties: { type: 'array', minItems: 2, maxItems: 2 },
    },
  });
  return object({ list: list(entry), more: { type: 'boolean' } });
}

/** What became of the marks of a return. */
export const correctionsSchema: JsonSchema = object({
  list: list(
    object({
      field: string,
      remark: string,
      changed: boolean,
      before: { type: ['object', 'null'] },
      explanation: { type: ['string', 'null'] },
    }),
  ),
});

/** What a move would do; besides its name it is asked with what the move itself asks for. */
export const foreseenPart = (resource: AnyResource): { body: JsonSchema; data: JsonSchema } => ({
  body: object({ id, move: { type: 'string', enum: Object.keys(resource.life?.moves ?? {}) } }),
  data: object({
    row: rowReference(resource),
    messages: list(
      object({ by: words('sms', 'email', 'inbox'), to: { type: ['string', 'null'] }, people: integer, words: string }),
    ),
  }),
});
