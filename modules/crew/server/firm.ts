import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { inBeing } from '#modules/enterprise/contract/enterprise-life.ts';
import type { WriteContext } from '#server/write/hook/hooks.ts';
import type { driver } from '../contract/driver.ts';
import type { vehicle } from '../contract/vehicle.ts';

/** Nobody drives, and no coach runs, for a firm that is no more. */
export async function holdFirm({
  values,
  before,
  require,
}: Pick<WriteContext<typeof driver> | WriteContext<typeof vehicle>, 'values' | 'before' | 'require'>): Promise<void> {
  if (values.enterprise_id && values.enterprise_id !== before?.enterprise_id)
    await require(enterprise, values.enterprise_id, { status: inBeing, field: 'enterprise_id' });
}
