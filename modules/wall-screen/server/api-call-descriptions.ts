import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/api-description-of-call.ts';
import { object } from '#server/open-api/json-schema-shorthands.ts';
import { describeWallFeed, wallFeedCommonProperties } from '#server/open-api/parts-of-wall-feed-descriptions.ts';
import type { PanelWithoutDataSource } from '../contract/panels-without-data-source.ts';

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
