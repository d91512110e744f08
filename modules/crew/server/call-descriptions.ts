import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { integer, key, object, string } from '#server/open-api/json-schema-shorthands.ts';

const orNothing = (type: string) => ({ type: [type, 'null'] });

export const crewApiCallDescriptions: CallDescriptions = {
  'api/crew.guide/mine': {
    summary: text('本人的导游证；未绑定为 null', 'One’s own guide card; null if not linked'),
    data: object({
      guide: {
        anyOf: [
          object({
            id: key,
            name: string,
            card_no: string,
            level: string,
            star: orNothing('string'),
            photo: orNothing('string'),
            languages: { type: 'array', items: string },
            status: string,
            validity: string,
            valid_to: string,
            suspended_until: orNothing('string'),
            score: orNothing('number'),
            ratings_count: integer,
            agency: orNothing('string'),
          }),
          { type: 'null' },
        ],
      },
    }),
  },
  'api/crew.rating/own': {
    summary: text('导游本人最近的评价', 'Latest ratings of the guide'),
    data: object({
      list: {
        type: 'array',
        items: object({
          id: key,
          team_no: string,
          rated_on: string,
          service: integer,
          narration: integer,
          safety: integer,
          honesty: integer,
          remark: orNothing('string'),
          reply: orNothing('string'),
        }),
      },
    }),
  },
  'api/crew.rating/reply': {
    summary: text('旅行社或导游答复评价，仅一次', 'The agency or guide replies to a rating, once only'),
    body: {
      id: field.integer(text('评价编号', 'Rating ID'), { required: true, min: 1 }),
      reply: field.textarea(text('答复', 'Answer'), { required: true, max: 500 }),
    },
    data: object({ id: key }),
  },
  'api/crew.guide/bind': {
    summary: text(
      '绑定本人的导游证：身份证号、账号手机须与登记一致',
      'Link one’s own guide card: ID number and account mobile must match the record',
    ),
    body: {
      card_no: field.identifier(text('导游证号', 'Guide card number'), { required: true, max: 40 }),
      id_no: field.text(text('身份证号', 'ID card number'), { required: true, max: 40 }),
    },
    data: object({ id: key }),
  },
};
