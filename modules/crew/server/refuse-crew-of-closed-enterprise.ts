import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { existingStates } from '#modules/enterprise/contract/enterprise-lifecycle.ts';
import type { WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import type { driver } from '../contract/driver.ts';
import type { vehicle } from '../contract/vehicle.ts';

/** Refuses drivers and vehicles of a closed enterprise, and locks the enterprise until commit. */
export async function refuseCrewOfClosedEnterprise({
  values,
  before,
  require,
}: Pick<WriteContext<typeof driver> | WriteContext<typeof vehicle>, 'values' | 'before' | 'require'>): Promise<void> {
  if (values.enterprise_id && values.enterprise_id !== before?.enterprise_id)
    await require(enterprise, values.enterprise_id, { status: existingStates, field: 'enterprise_id' });
}
