import { type AwaitedAnswer, awaitedPanels } from '#modules/screen/contract/awaited.ts';
import type { PanelName } from '#modules/screen/contract/panel.ts';
import { readAuditPanel } from './audit-panel.ts';
import { readCalendarPanel } from './calendar-panel.ts';
import { readEnterprisePanel } from './enterprise-panel.ts';
import { readMapPanel } from './map-panel.ts';
import { readNewestPanel } from './newest-panel.ts';
import { type PanelContext, readArea } from './scope.ts';

export type Panel = (context: PanelContext) => Promise<unknown>;

const fed: Readonly<Record<PanelName, Panel>> = {
  enterprise: readEnterprisePanel,
  audit: readAuditPanel,
  newest: readNewestPanel,
  map: readMapPanel,
  calendar: readCalendarPanel,
};

/** A panel whose source does not exist yet still checks the area, so that clients written against it keep working. */
const awaited = awaitedPanels.map(({ name, nothing }): [string, Panel] => [
  name,
  async (context) => {
    const area = await readArea(context);
    const asof = Math.floor((context.now ?? new Date()).getTime() / 1000);
    return { asof, source: null, state: 'empty', area, ...nothing } satisfies AwaitedAnswer & Record<string, unknown>;
  },
]);

/** What `GET /admin/screen.<name>/index` answers. What a panel does not answer, it refuses (`Refused`). */
export const panels: Readonly<Record<string, Panel>> = { ...fed, ...Object.fromEntries(awaited) };
