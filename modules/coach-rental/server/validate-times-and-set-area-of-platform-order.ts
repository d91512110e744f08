import { text } from '#kernel/text/text.ts';
import type { WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { rentalPlatformOrder } from '../contract/rental-platform-order.ts';

const order = text('结束时间必须晚于开始时间', 'The end must be after the start');

export const rentalPlatformOrderWriteHooks: WriteHooks<typeof rentalPlatformOrder> = {
  add({ values, caller, fail }) {
    if ((values.to_at ?? 0) <= (values.from_at ?? 0)) fail('to_at', order);
    values.area_code = caller.areaCode ?? null;
  },
};
