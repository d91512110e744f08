import { field } from '#kernel/field/field.ts';
import type { MapLayer } from '#kernel/module/wall-map-layer.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/json-schema-and-call-description-types.ts';
import {
  describeWallFeed,
  wallFeedAreaParameter,
  wallFeedCommonProperties,
} from '#server/open-api/describe-wall-feed.ts';
import { enumOf, integer, list, object } from '#server/open-api/json-schema-shorthands.ts';

const features = list({ type: 'object' });
const collection = { type: enumOf('FeatureCollection'), features };

/** API descriptions of the wall's own feeds. */
export const wallScreenFeedApiCallDescriptions = (layers: readonly MapLayer[]): CallDescriptions => {
  const names = Object.fromEntries(layers.map(({ name, label }) => [name, label]));
  return {
    'admin/screen.calendar/index': describeWallFeed(
      text('大屏：工作日历', 'Wall screen: working calendar'),
      object(wallFeedCommonProperties),
    ),
    'admin/screen.map/index': describeWallFeed(
      text(
        '大屏：地图图层；带 rows 或 cell 时回答该图层或该格的记录编号',
        'Wall screen: layers of the map; with rows or cell, the IDs of the rows of the layer or cell',
      ),
      {
        oneOf: [
          object({ ...wallFeedCommonProperties, layers: { type: 'object' }, areas: object(collection) }),
          object({ ids: list(integer), total: integer }),
        ],
      },
      {
        ...wallFeedAreaParameter,
        layers: field.selects(text('图层；不填为全部', 'Layers; all if omitted'), { options: names }),
        by: field.select(text('按地区统计的图层；不填为第一个', 'Layer counted by area; the first if omitted'), {
          options: names,
        }),
        zoom: field.integer(text('聚合网格的缩放级别', 'Zoom of the grid'), { min: 3, max: 19 }),
        counts: field.switch(text('只回答各图层的数量', 'Answer only the numbers of the layers')),
        rows: field.switch(text('回答图层的记录编号', 'Answer the IDs of the rows of the layer')),
        cell: field.text(text('格：级别/x/y', 'Cell: zoom/x/y')),
      },
    ),
  };
};
