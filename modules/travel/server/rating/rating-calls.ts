import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import type { Controller } from '#server/http/controller.ts';
import { integer, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { ratingScores } from '../../contract/rating/rating-link.ts';
import { openLink, sendRating } from './rating-link.ts';

/** Public calls of the page behind a rating link. */
export const ratingControllers: readonly Controller[] = [
  {
    app: 'api',
    name: 'travel.rating',
    actions: {
      open: { gate: 'none', methods: ['POST'], perMinute: 200, silent: true, handle: openLink },
      // all phones of a coach may share one network address; a link is good once and cannot be guessed
      send: {
        gate: 'none',
        methods: ['POST'],
        perMinute: 200,
        title: text('游客评价导游', 'Tourist: rate guide'),
        handle: sendRating,
      },
    },
  },
];

const linkToken = field.text(text('链接末段', 'Last segment of the link'), { required: true, max: 64 });

export const ratingCalls: CallDescriptions = {
  'api/travel.rating/open': {
    summary: text('凭评价链接查看评价对象（公开）', 'Whom a rating link is about (public)'),
    body: { token: linkToken },
    data: object({
      team_no: string,
      agency: string,
      card_no: string,
      photo: { type: ['string', 'null'] },
      start: integer,
      end: integer,
    }),
  },
  'api/travel.rating/send': {
    summary: text('凭评价链接评价导游，仅一次（公开）', 'Rate a guide by link, once only (public)'),
    body: {
      token: linkToken,
      ...Object.fromEntries(
        Object.entries(ratingScores).map(([name, label]) => [
          name,
          field.integer(label, { required: true, min: 1, max: 5 }),
        ]),
      ),
      remark: field.textarea(text('评语', 'Comment'), { max: 500 }),
    },
    data: nothing,
  },
};
