import { field } from '#kernel/field/field.ts';
import { timeSeries } from '#kernel/module/time-series.ts';
import { text } from '#kernel/text/text.ts';

/** Most rows of a batch (domain reference §5). */
export const maxReadingRows = 1000;

/** Vehicle type as recognised by a camera, as far as it matters for teams. */
const seenTypes = {
  tour_coach: text('旅游客车', 'Tour coach'),
  other: text('其他', 'Other'),
} as const;

/**
 * Plates read on the road, at most one reading per source, plate and moment. The plate is the subject of the series.
 */
export const plateCapture = timeSeries({
  name: 'enforcement/capture',
  label: text('车牌抓拍', 'Plate captures'),
  of: 'enforcement/source',
  values: {
    plate: field.plate(text('车牌号', 'Plate'), { required: true }),
    spot: field.text(text('点位', 'Location'), { max: 60 }),
    type: field.select(text('车型', 'Vehicle type'), {
      options: seenTypes,
      hint: text('由抓拍设备判断，可不填', 'Judged by the camera; optional'),
    }),
  },
  retention: { days: 90 },
  by: 'day',
});

/** Tourists of a team counted at a gate, without guide and driver. A team that enters in parts is reported in parts. */
export const gateEntryCount = timeSeries({
  name: 'enforcement/entry',
  label: text('入园清点', 'Admission counts'),
  of: 'travel/itinerary',
  values: {
    people: field.integer(text('入园人数', 'People admitted'), { required: true, min: 0, max: 10_000 }),
    place: field.text(text('景区', 'Scenic area'), { max: 80 }),
  },
  retention: { days: 400 },
});

/** Positions of vehicles on record. */
export const vehiclePosition = timeSeries({
  name: 'enforcement/position',
  label: text('车辆位置', 'Vehicle positions'),
  of: 'crew/vehicle',
  values: {
    place: field.place(text('位置', 'Location'), { required: true }),
    speed: field.integer(text('速度（公里/小时）', 'Speed (km/h)'), { min: 0, max: 300 }),
  },
  retention: { days: 30 },
  by: 'day',
});
