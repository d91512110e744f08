import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/**
 * The weather of a day in an area, as forecast and later as it was. The forecast of visitors takes that of the county of
 * a spot, else of its prefecture or province.
 */
export const weather = resource({
  name: 'scenic/weather',
  label: text('天气', 'Weather'),
  icon: 'compass',
  title: 'date',
  subtitle: ['area_code', 'weather'],
  scope: 'area',
  comments: false,
  order: ['date', 'desc'],
  empty: text('没有天气记录', 'No weather on record'),
  remark: text(
    '客流预测按天气分类；没有记录的日子按平常天气预测。可整月导入气象部门的数据。',
    'Visitors are forecast by weather. A day without a record is forecast for the usual weather. Data of the weather bureau can be imported by the month.',
  ),
  fields: {
    date: field.date(text('日期', 'Date'), { required: true, unique: ['area_code'] }),
    area_code: field.area(text('地区', 'Area'), { required: true }),
    weather: field.select(text('天气', 'Weather'), {
      required: true,
      options: {
        clear: { ...text('晴', 'Clear'), tone: 'good' },
        cloudy: { ...text('多云或阴', 'Cloudy'), tone: 'neutral' },
        rain: { ...text('雨', 'Rain'), tone: 'progress' },
        severe: { ...text('恶劣天气', 'Severe weather'), tone: 'bad' },
      },
      hint: text(
        '暴雨、雪、大风、台风、高温等使人不出门的天气为恶劣天气',
        'Severe is what keeps visitors at home: torrential rain, snow, storms, typhoons, extreme heat',
      ),
    }),
    source: field.text(text('来源', 'Source'), { max: 60, list: 'offered' }),
  },
});
export interface Weather extends Row<typeof weather> {}
export type WeatherOfDay = Weather['weather'];
