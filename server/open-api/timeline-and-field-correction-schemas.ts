import { type Locale, text } from '#kernel/text/text.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';

import { boolean, key as id, list, object, string } from './json-schema-shorthands.ts';

const changes = text('字段 → [之前, 之后]', 'Field → [before, after]');
const names = text('所指记录与地区的名称，同 changes', 'Names of referenced records and areas, in the form of changes');
const part = text('所属明细的记录', 'The record that is part of this one');
const act = text('同一次办理所记的各项相同', 'The same for all entries of one operation');
const evidence = text(
  '随办理提交的证据：files、place、device_time（终端时间）、signatures',
  'Evidence of the move: files, place, device_time (time on the device), signatures',
);
const notified = text(
  '批注、消息、查看敏感信息各自的内容',
  'Content specific to comments, messages and views of personal data',
);

/** An entry of the timeline. */
export function timelineEntrySchema(locale: Locale): JsonSchema {
  const word = { type: ['string', 'null'] };
  const pair = { type: 'array', minItems: 2, maxItems: 2 };
  const properties: Readonly<Record<string, JsonSchema>> = {
    id,
    kind: { type: 'string', enum: ['change', 'part', 'comment', 'message', 'notice', 'reveal'] },
    action: { type: 'string' },
    move: word,
    from: word,
    to: word,
    actor_type: { type: 'string', enum: ['admin', 'member', 'system', 'guest'] },
    actor_name: { type: 'string' },
    actor_role: { type: 'string' },
    createtime: { type: 'integer' },
    act: { ...word, description: act[locale] },
    note: word,
    changes: {
      type: 'object',
      description: changes[locale],
      additionalProperties: pair,
    },
    names: { type: 'object', description: names[locale], additionalProperties: pair },
    evidence: { type: 'object', description: evidence[locale] },
    of: { type: 'object', description: part[locale] },
    told: { type: 'object', description: notified[locale] },
  };
  const optional = ['names', 'evidence', 'of', 'told'];
  return object(
    properties,
    Object.keys(properties).filter((name) => !optional.includes(name)),
  );
}

/** The timeline of a row. */
export const timelineSchema = (locale: Locale): JsonSchema =>
  object({ list: list(timelineEntrySchema(locale)), more: { type: 'boolean' }, next: { type: ['string', 'null'] } });

/** The marks of a return and their corrections. */
export const fieldCorrectionsSchema: JsonSchema = object({
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
