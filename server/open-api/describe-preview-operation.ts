import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Locale } from '#kernel/text/text.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { rowReference } from './json-schema-of-row.ts';
import { enumOf, key as id, integer, list, object, string } from './json-schema-shorthands.ts';
import { timelineEntrySchema } from './timeline-and-field-correction-schemas.ts';

/** The preview of a move or an edit: its parameters are the name of the move and the input of the write itself. */
export const describePreviewOperation = (
  resource: AnyResource,
  locale: Locale,
): { body: JsonSchema; data: JsonSchema } => ({
  body: object({ id, move: { type: 'string', enum: Object.keys(resource.life?.moves ?? {}) } }, ['id']),
  data: object({
    row: rowReference(resource),
    messages: list(
      object({ by: enumOf('sms', 'email', 'inbox'), to: { type: ['string', 'null'] }, people: integer, words: string }),
    ),
    rows: list(object({ resource: string, id, title: string, from: string, to: string })),
    changes: list(timelineEntrySchema(locale)),
    sentences: list(string),
  }),
});
