import type { DeadlineClock } from '#kernel/declaration/deadline-clock.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { ruleCodesOf } from '#kernel/lifecycle/deadline-clock-starts-stops-pauses-and-recalculation.ts';
import { type DeadlineRule, deadlineRuleInForceOn } from '#kernel/time/deadline.ts';

/** A declared clock without a deadline rule in force: writes that start it are refused. */
export interface MissingDeadlineRule {
  readonly resource: AnyResource;
  readonly clock: DeadlineClock & { readonly rule: string };
}

/** Clocks that could not start on a day (YYYY-MM-DD). */
export const findMissingDeadlineRules = (
  resources: readonly AnyResource[],
  rules: readonly DeadlineRule[],
  day: string,
): MissingDeadlineRule[] =>
  resources.flatMap((resource) =>
    Object.values<DeadlineClock>(resource.life?.clocks ?? {}).flatMap((clock) =>
      ruleCodesOf(clock).flatMap((rule) =>
        deadlineRuleInForceOn(rules, rule, day) ? [] : [{ resource, clock: { ...clock, rule } }],
      ),
    ),
  );
