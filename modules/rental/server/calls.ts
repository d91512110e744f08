import { field } from '#kernel/field.ts';
import { text } from '#kernel/text.ts';
import type { CallDescriptions } from '#server/open-api/document.ts';
import { integer, list, nothing, object, string } from '#server/open-api/schema.ts';

const provider = field.integer(text('租车平台编号', 'Key of the platform'), { required: true });

/** What the API document says of rental platforms. */
export const rentalCalls: CallDescriptions = {
  'admin/cariframe/index': {
    summary: text('已启用的租车平台', 'Rental platforms that are enabled'),
    data: object({ list: list(object({ id: integer, name: string, origin: string })) }),
  },
  'admin/cariframe/ticket': {
    summary: text('平台页面的地址，附一次性票据', 'Address of a platform, with a ticket that is good once'),
    body: { provider },
    data: object({ url: string, origin: string, seconds: integer }),
  },
  'admin/cariframe/ignored': {
    summary: text('记录被忽略的消息', 'Note a message that was ignored'),
    body: {
      provider,
      origin: field.text(text('来源', 'Origin'), { max: 200 }),
      why: field.text(text('原因', 'Why'), { max: 200 }),
    },
    data: nothing,
  },
  'api/rental.ticket/redeem': {
    summary: text('租车平台核对票据，只成功一次', 'A platform checks a ticket; good once'),
    body: { ticket: field.text(text('票据', 'Ticket'), { required: true, max: 1000 }) },
    data: object({ admin: string, provider: integer }),
  },
};
