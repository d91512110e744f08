import { type Locale, text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { sql } from '#server/db/sql.ts';
import { divisionNameIn } from '#server/system/division-name.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { areaThreshold } from '../../contract/anomaly/anomaly-threshold-of-area.ts';
import { areaThresholdBounds, isAreaThresholdName } from '../../contract/anomaly/area-threshold-bounds.ts';

const texts = {
  bounds: text('应在 {min} 至 {max} 之间', 'Must be between {min} and {max}'),
  there: text('该地区已设此阈值，请在原记录上调整', 'This area already has this threshold; adjust the existing record'),
  why: text('请说明本次调整的理由', 'Give a reason for this adjustment'),
};

/**
 * Checks the bounds of a threshold, that the area has no other, and that each change has a new reason, which history
 * records.
 */
async function check({ values, before, fail, compute, tx, engine }: WriteContext<typeof areaThreshold>): Promise<void> {
  const name = values.parameter ?? before?.parameter ?? '';
  const value = values.value ?? before?.value ?? 0;
  if (!isAreaThresholdName(name)) {
    fail('parameter', validationMessages.invalid_option);
    return;
  }
  const { min, max, code, ...label } = areaThresholdBounds[name];
  if (value < min || value > max) fail('value', texts.bounds, { min, max });
  if (before && value !== before.value && (!values.why || values.why === before.why)) fail('why', texts.why);
  const area = values.area_code ?? before?.area_code ?? '';
  const there = await tx.row(
    sql`select 1 as n from travel_threshold where parameter = ${name} and area_code = ${area} and id <> ${before?.id ?? 0}`,
  );
  if (there) fail('parameter', texts.there);
  const nameIn = (locale: Locale) =>
    `${code} ${label[locale]} · ${divisionNameIn(engine.reference.areas(), area, locale) ?? area}`;
  values.name = nameIn('zh-cn');
  compute('name_en', sql`${nameIn('en')}::text`);
}

export const areaThresholdWriteHooks: WriteHooks<typeof areaThreshold> = { add: check, edit: check };
