import type { MemberHomeAction, MemberHomeLine } from '#kernel/module/member-home-page-declaration.ts';
import { text } from '#kernel/text/text.ts';
import { driver } from './driver.ts';
import { guide } from './guide.ts';
import { vehicle } from './vehicle.ts';

const line = (of: { readonly name: string; readonly ends?: { readonly in?: readonly string[] } }) => ({
  of: of.name,
  counts: ['status', 'IN', of.ends?.in ?? []] as const,
});

/** Actions on the member home page: add a vehicle, a driver or a guide. */
export const crewActionsOnMemberHome: readonly MemberHomeAction[] = [
  { of: vehicle.name, label: text('登记车辆', 'Add a vehicle') },
  { of: driver.name, label: text('登记驾驶员', 'Add a driver') },
  { of: guide.name, label: text('登记导游', 'Add a guide') },
];

/** Lines on the member home page about documents of crew and vehicles that need attention. */
export const crewDocumentToDoLines: readonly MemberHomeLine[] = [
  [
    line(guide),
    text('导游证已过期', 'Guide cards expired'),
    text('导游证将到期', 'Guide cards expiring soon'),
  ] as const,
  [
    line(driver),
    text('驾驶员证件已过期', 'Drivers with expired documents'),
    text('驾驶员证件将到期', 'Drivers with documents expiring soon'),
  ] as const,
  [
    line(vehicle),
    text('车辆证件已过期', 'Vehicles with expired documents'),
    text('车辆证件将到期', 'Vehicles with documents expiring soon'),
  ] as const,
].flatMap(([{ of, counts }, over, soon]): MemberHomeLine[] => [
  { of, label: over, tone: 'bad', where: [counts, ['validity', '=', 'expired']] },
  { of, label: soon, tone: 'warning', where: [counts, ['validity', '=', 'expiring']] },
]);
