import { text } from '#kernel/text/text.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { riskScore } from '../contract/risk-score.ts';
import { maxOverrideDays } from '../contract/risk-score-components-and-limits.ts';
import { copyClassesToEnterprises } from './update-risk-scores.ts';

const past = text('须晚于今天', 'Must be after today');
const tooLong = text('最长 {n} 天，至 {day}', 'At most {n} {n|day|days}, until {day}');
const same = text('与现在的等级相同', 'This is already its class');

export const riskClassOverrideWriteHooks: WriteHooks<typeof riskScore> = {
  moves: {
    override({ before, input, values, fail, note, engine, tx, afterStore }) {
      const today = shanghaiToday();
      const last = addDays(today, maxOverrideDays);
      if (input.override_until <= today) fail('override_until', past);
      if (input.override_until > last) fail('override_until', tooLong, { n: maxOverrideDays, day: last });
      if (before.status === 'measured' && input.override_class === before.risk_class) fail('override_class', same);
      values.override_class = input.override_class;
      values.override_until = input.override_until;
      values.override_reason = input.override_reason;
      values.risk_class = input.override_class;
      note(input.override_reason);
      afterStore(async () => {
        await copyClassesToEnterprises(engine, tx, [before.enterprise_id ?? 0]);
      });
    },
    lift({ before, input, values, note, engine, tx, afterStore }) {
      values.risk_class = before.measured_class;
      for (const name of ['override_class', 'override_until', 'override_reason', 'override_by'] as const)
        values[name] = null;
      note(input.reason);
      afterStore(async () => {
        await copyClassesToEnterprises(engine, tx, [before.enterprise_id ?? 0]);
      });
    },
  },
};
