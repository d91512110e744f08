import type { DeadlineClock } from '#kernel/declaration/deadline-clock.ts';
import { field } from '#kernel/field/field.ts';
import { ruleCodesOf } from '#kernel/lifecycle/deadline-clock-starts-stops-pauses-and-recalculation.ts';
import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { can } from '#server/caller.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { integer, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { notFound } from '#server/refusal.ts';

/** The part of the help that is data: the time limits of a resource under the rules in force today. */
export const timeLimitsForHelpController: Controller = {
  app: 'admin',
  name: 'help',
  actions: {
    limits: call({
      gate: 'login',
      summary: text('帮助：一项业务的期限与依据', 'Help: deadlines of a resource and their legal basis'),
      input: { resource: field.text(text('业务', 'Resource'), { required: true, max: 80 }) },
      answer: object({
        list: list(object({ clock: string, rule: string, amount: integer, unit: string, article: string })),
      }),
      run({ engine, caller, input }) {
        const resource = engine.find(input.resource);
        if (!resource || !can(caller, `${resource.name}/index`)) throw notFound();
        const today = shanghaiToday();
        const rules = engine.reference.rules();
        return {
          list: Object.values<DeadlineClock>(resource.life?.clocks ?? {}).flatMap((clock) =>
            ruleCodesOf(clock).flatMap((of) => {
              const rule = rules.find(
                ({ code, validFrom, validTo }) =>
                  code === of && validFrom <= today && (validTo === null || validTo >= today),
              );
              if (!rule) return [];
              const { name, amount, unit, article } = rule;
              return [{ clock: clock[caller.locale], rule: name, amount, unit, article: article[caller.locale] }];
            }),
          ),
        };
      },
    }),
  },
};
