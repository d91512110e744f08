import { text } from '#kernel/text.ts';
import type { CallDescriptions } from '#server/open-api/document.ts';
import { feedCall, feedHead } from '#server/open-api/feed-call.ts';
import { object } from '#server/open-api/schema.ts';
import type { AwaitedPanel } from '../contract/awaited.ts';

/** What the API document says of the feeds the wall answers itself. */
export const screenCalls = (awaited: readonly AwaitedPanel[]): CallDescriptions => ({
  'admin/screen.calendar/index': feedCall(text('大屏：工作日历', 'Wall screen: working calendar'), object(feedHead)),
  ...Object.fromEntries(
    awaited.map(({ name, label, nothing }) => [
      `admin/screen.${name}/index`,
      feedCall(
        text(`大屏：${label['zh-cn']}（数据源尚未接入）`, `Wall screen: ${label.en} (its source is not there yet)`),
        object({ ...feedHead, ...Object.fromEntries(Object.keys(nothing).map((key) => [key, {}])) }),
      ),
    ]),
  ),
});
