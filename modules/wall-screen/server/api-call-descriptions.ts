import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/json-schema-and-call-description-types.ts';
import { describeWallFeed, wallFeedCommonProperties } from '#server/open-api/describe-wall-feed.ts';
import { object } from '#server/open-api/json-schema-shorthands.ts';
import type { PanelWithoutDataSource } from '../contract/wall-panels-without-data-source.ts';

/** API descriptions of the wall's own feeds. */
export const wallScreenApiCallDescriptions = (awaited: readonly PanelWithoutDataSource[]): CallDescriptions => ({
  'admin/screen.calendar/index': describeWallFeed(
    text('大屏：工作日历', 'Wall screen: working calendar'),
    object(wallFeedCommonProperties),
  ),
  ...Object.fromEntries(
    awaited.map(({ name, label, nothing: empty }) => [
      `admin/screen.${name}/index`,
      describeWallFeed(
        text(`大屏：${label['zh-cn']}（数据源尚未接入）`, `Wall screen: ${label.en} (its source is not there yet)`),
        object({ ...wallFeedCommonProperties, ...Object.fromEntries(Object.keys(empty).map((one) => [one, {}])) }),
      ),
    ]),
  ),
});
