import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescription, CallDescriptions } from '#server/http/call-description.ts';
import { boolean, integer, key, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { itinerary } from '../../../contract/itinerary/itinerary.ts';

const { tourists, vehicles, guides, total_fee, contract_nos, kind, remark } = itinerary.fields;

const quickAdd: CallDescription = {
  summary: text('由产品模板生成行程草稿', 'Create an itinerary draft from a product template'),
  body: {
    template_id: field.integer(text('产品模板', 'Template'), { required: true, min: 1 }),
    start_date: field.date(text('出发日期', 'Departure date'), { required: true }),
    agency_id: field.integer(text('旅行社（代表多家时）', 'Agency (when acting for several)'), { min: 1 }),
    tourists,
    vehicle: vehicles,
    guide: guides,
    kind,
    contract_nos,
    remark,
    total_fee: { ...total_fee, required: false },
  },
  data: object({ id: key, unresolved: list(object({ field: string, label: string })) }),
};
const offered: CallDescription = {
  summary: text('可用于快速行程的模板', 'Templates available for quick itineraries'),
  data: object({
    list: list(
      object({
        id: key,
        name: string,
        day_count: integer,
        own: boolean,
        agency_id: key,
        agency: string,
        use_count: integer,
        last_used_at: { type: ['integer', 'null'] },
      }),
    ),
  }),
};

export const quickItineraryCalls: CallDescriptions = {
  'admin/travel.itinerary/quickAdd': quickAdd,
  'api/travel.itinerary/quickAdd': quickAdd,
  'admin/travel.template/offered': offered,
  'api/travel.template/offered': offered,
};
