import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { areaThresholdBounds } from './area-threshold-bounds.ts';

/**
 * The value an area gives a threshold of a rule. The nearest area applies: county before prefecture before province,
 * then the settings.
 */
export const areaThreshold = resource({
  name: 'travel/threshold',
  label: text('规则与阈值', 'Rules and thresholds'),
  icon: 'control',
  title: 'name',
  scope: 'area',
  remark: text(
    '各地可在界限内调整规则的阈值，最近一级地区的值有效；核查结果给出每条规则的准确率。',
    "Each area may adjust rule thresholds within limits; the nearest area's value applies. Review results give the precision of each rule.",
  ),
  empty: text('各地均按系统设置执行', 'All areas use the system settings'),
  fields: {
    name: field.text(text('名称', 'Name'), {
      write: 'server',
      unique: true,
      list: 'never',
      english: 'name_en',
    }),
    parameter: field.select(text('阈值', 'Threshold'), {
      required: true,
      options: areaThresholdBounds,
    }),
    value: field.integer(text('值', 'Value'), { required: true, min: 0, max: 1000 }),
    area_code: field.area(text('地区', 'Area'), { required: true }),
    why: field.textarea(text('调整理由', 'Reason for adjustment'), { required: true, min: 5, max: 500 }),
  },
});
export interface AreaThreshold extends Row<typeof areaThreshold> {}
