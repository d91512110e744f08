import { text } from '#kernel/text/text.ts';
import type { Hooks } from '#server/write/hook/hooks.ts';
import type { platformCarSelection } from '../contract/platform-car-selection.ts';

const order = text('结束时间必须晚于开始时间', 'The end must be after the start');

export const platformCarSelectionHooks: Hooks<typeof platformCarSelection> = {
  add({ values, caller, fail }) {
    if ((values.to_at ?? 0) <= (values.from_at ?? 0)) fail('to_at', order);
    values.area_code = caller.areaCode ?? null;
  },
};
