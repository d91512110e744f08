import type { DeadlineClock } from '#kernel/declaration/deadline-clock.ts';
import { shanghaiToday } from '#kernel/time/calendar.ts';
import { can } from '#server/caller.ts';
import type { Controller } from '#server/http/controller.ts';
import { notFound } from '#server/refusal.ts';

/** The part of the help that is data: the time limits of a resource under the rules in force today. */
export const resourceTimeLimitsController: Controller = {
  app: 'admin',
  name: 'help',
  actions: {
    limits: {
      gate: 'login',
      handle({ engine, caller, query }) {
        const resource = engine.find(String(query.resource ?? ''));
        if (!resource || !can(caller, `${resource.name}/index`)) throw notFound();
        const today = shanghaiToday();
        const rules = engine.reference.rules();
        return {
          list: Object.values<DeadlineClock>(resource.life?.clocks ?? {}).flatMap((clock) => {
            const rule = rules.find(
              ({ code, validFrom, validTo }) =>
                code === clock.rule && validFrom <= today && (validTo === null || validTo >= today),
            );
            if (!rule) return [];
            const { name, amount, unit, article } = rule;
            return [{ clock: clock[caller.locale], rule: name, amount, unit, article: article[caller.locale] }];
          }),
        };
      },
    },
  },
};
