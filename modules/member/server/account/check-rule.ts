import type { Call } from '#server/http/controller.ts';
import { forbidden } from '#server/refusal.ts';

/** Refuses whose group has not got a page of the member centre: what it shows is not told by its calls either. */
export function checkRule({ caller }: Call, name: string): void {
  if (caller.withheld?.has(name.toLowerCase())) throw forbidden();
}
