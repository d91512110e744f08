import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { integer, list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';

const provider = field.integer(text('租车平台编号', 'Rental platform ID'), { required: true });

/** API descriptions of the rental platform calls. */
export const rentalApiCallDescriptions: CallDescriptions = {
  'admin/cariframe/index': {
    summary: text('已启用的租车平台', 'Enabled rental platforms'),
    data: object({ list: list(object({ id: integer, name: string, origin: string })) }),
  },
  'admin/cariframe/ticket': {
    summary: text('平台页面的地址，附一次性票据', 'Platform page address with a one-time ticket'),
    body: { provider },
    data: object({ url: string, origin: string, seconds: integer }),
  },
  'admin/cariframe/ignored': {
    summary: text('记录被忽略的消息', 'Record an ignored message'),
    body: {
      provider,
      origin: field.text(text('来源', 'Origin'), { max: 200 }),
      why: field.text(text('原因', 'Reason'), { max: 200 }),
    },
    data: nothing,
  },
  'api/rental.ticket/redeem': {
    summary: text('租车平台核对票据，只成功一次', 'Rental platform checks a ticket; succeeds once only'),
    body: { ticket: field.text(text('票据', 'Ticket'), { required: true, max: 1000 }) },
    data: object({ admin: string, provider: integer }),
  },
};
