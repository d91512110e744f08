import { text } from '#kernel/text/text.ts';

export const mapTexts = {
  map: text('地图', 'Map'),
  zoomIn: text('放大', 'Zoom in'),
  spot: text('地图标记', 'Map marker'),
  zoomKeys: text('按住 {key} 滚动可缩放地图', 'Use {key} + scroll to zoom the map'),
  twoFingers: text('用两个手指移动地图', 'Use two fingers to move the map'),
  zoomOut: text('缩小', 'Zoom out'),
  wholeArea: text('回到整个地区', 'Back to whole area'),
  keys: text(
    '方向键移动地图，加减号缩放，Tab 进入标记，方向键在标记间移动，回车打开',
    'Arrow keys move the map, +/− zoom, Tab enters markers, arrows move between markers, Enter opens',
  ),
  cluster: text('{n} 条记录', '{n} {n|record|records}'),
  one: text('1 条记录', '1 record'),
  metre: text('米', 'm'),
  kilometre: text('公里', 'km'),
  internal: text('行政区划示意，供内部工作使用', 'Schematic of divisions, for internal use'),
  withheld: text(
    '没有设置经审核的地图服务，此处不显示地图',
    'No approved map service is configured; no map is shown here',
  ),
  routeOnly: text(
    '示意停留的先后与方位，不绘行政区划',
    'Shows the order and direction of stops only; no boundaries are drawn',
  ),
  southSea: text('南海诸岛', 'South China Sea Islands'),
  approval: text('审图号：{number}', 'Map approval number: {number}'),
  broken: text(
    '此浏览器无法绘制地图（需要 WebGL 2）。列表中的数据不受影响。',
    'This browser cannot draw maps (WebGL 2 required). The data in the list is not affected.',
  ),
  lng: text('经度', 'Longitude'),
  lat: text('纬度', 'Latitude'),
  pick: text('地图选点', 'Pick on map'),
  pickHint: text(
    '点击地图放置，拖动或用方向键微调（按住 Shift 走得更远），也可直接填写经纬度（WGS-84）。',
    'Click to place; drag or use arrow keys to fine-tune (Shift for larger steps), or enter coordinates (WGS-84).',
  ),
  marker: text('所选位置，{lng}，{lat}', 'Selected location, {lng}, {lat}'),
  clear: text('清除', 'Clear'),
  typedHint: text(
    '可用上面的方式查找，也可直接填写经纬度（WGS-84）。',
    'Search as above, or enter coordinates (WGS-84).',
  ),
  outside: text(
    '所选位置在所选地区之外约 {km} 公里，请核对。',
    'The selected location is about {km} km outside the selected area. Please check.',
  ),
  invalid: text(
    '经度须在 73 到 136 之间，纬度须在 3 到 54 之间。',
    'Longitude must be between 73 and 136, latitude between 3 and 54.',
  ),
} as const;
