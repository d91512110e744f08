import { forbidden } from '#server/refusal.ts';
import type { Call } from './controller.ts';

type CheckedCall = Pick<Call, 'caller'>;

/** Whether the member's group has a page of the member centre. */
export const hasMemberCentrePage = ({ caller }: CheckedCall, name: string): boolean =>
  !caller.withheld?.has(name.toLowerCase());

/** Refuses the call if the member's group does not have the page, because its calls disclose the same data. */
export function requireMemberCentrePage(call: CheckedCall, name: string): void {
  if (!hasMemberCentrePage(call, name)) throw forbidden();
}
