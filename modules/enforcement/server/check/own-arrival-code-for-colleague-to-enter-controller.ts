import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { integer, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { Refused } from '#server/refusal.ts';
import { check } from '../../contract/check/enforcement-check.ts';
import { arrivalCodeAt, arrivalCodeSeconds } from '../../contract/check/officer-arrival-one-time-code.ts';
import { enforcementCheckRefusalTexts } from './enforcement-check-refusal-texts.ts';
import { arrivalSecretOf } from './find-officer-by-arrival-code.ts';

/** `GET /admin/enforcement.check/arrivalCode`: the caller's own code, which the colleague who scans in enters. */
export const ownArrivalCodeController: Controller = {
  app: 'admin',
  name: 'enforcement.check',
  actions: {
    arrivalCode: call({
      gate: 'rule',
      node: `${check.name}/index`,
      summary: text('本人的到场码', 'The caller’s own arrival code'),
      limit: { perMinute: 60 },
      input: { id: rowKeyInput(text('检查任务编号', 'ID of the check')) },
      answer: object({ code: string, until: integer }),
      async run({ engine, caller, input: { id } }) {
        const scope = scopeOf(check, caller, engine.find);
        const own = await engine.db.row<{ officer: number }>(sql`
          select f.id as officer from enforcement_check t join enforcement_check_officer o on o.check_id = t.id
            join library_officer f on f.id = o.officer_id and f.admin_id = ${caller.id}
          where t.id = ${id}${scope ? sql` and ${scope}` : sql.empty}`);
        if (!own) throw new Refused(enforcementCheckRefusalTexts.notOwn);
        const now = Math.floor(Date.now() / 1000);
        return {
          code: await arrivalCodeAt(arrivalSecretOf(engine, id, own.officer), now),
          until: (Math.floor(now / arrivalCodeSeconds) + 1) * arrivalCodeSeconds,
        };
      },
    }),
  },
};
