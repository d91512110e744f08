import { field } from '#kernel/field/field.ts';
import { type Text, text } from '#kernel/text/text.ts';
import type { CallDescription } from '#server/http/json-schema-and-call-description-types.ts';
import { enumOf, integer, list, object, string } from './json-schema-shorthands.ts';

export const wallFeedAreaParameter = {
  area: field.area(text('地区；不填为本辖区', 'Area; own jurisdiction if omitted')),
};

/** Properties common to all wall feeds. */
export const wallFeedCommonProperties = {
  asof: integer,
  source: { type: ['string', 'null'] },
  state: enumOf('ok', 'empty'),
  area: object({ code: string, name: string, level: integer, path: list(object({ code: string, name: string })) }),
};

/** The description of a wall feed. */
export const describeWallFeed = (
  summary: Text,
  data: CallDescription['data'],
  query: CallDescription['query'] = wallFeedAreaParameter,
): CallDescription => ({ summary, query, ...(data ? { data } : {}) });
