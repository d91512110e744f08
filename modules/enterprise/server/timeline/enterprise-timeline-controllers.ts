import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { daysBetween, isCountableDate } from '#kernel/time/shanghai-time.ts';
import type { Controller } from '#server/http/controller.ts';
import { call, callsForOfficersAndMembers, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { enumOf, integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import type { EnterpriseTimelineContributor } from '#server/platform/enterprise-timeline-contributor.ts';
import { invalid } from '#server/refusal.ts';
import { enterprise } from '../../contract/enterprise.ts';
import type { EnterpriseTimeline } from '../../contract/enterprise-timeline-answer-types.ts';
import { readEnterpriseTimeline } from './read-enterprise-timeline.ts';

const event = {
  kind: string,
  key,
  id: key,
  at: integer,
  until: orNull(integer),
  title: orNull(string),
  state: orNull(string),
};

const timeline: JsonSchema<EnterpriseTimeline> = object({
  lanes: list(
    object({
      kind: string,
      label: object({ 'zh-cn': string, en: string }),
      of: string,
      state: enumOf('status', 'result', 'move'),
      n: integer,
    }),
  ),
  marks: list(object({ ...event, step: integer, n: integer })),
  list: list(object(event)),
  next: orNull(string),
}) as JsonSchema<EnterpriseTimeline>;

const input = {
  id: rowKeyInput(text('企业编号', 'ID of the enterprise')),
  from: field.date(text('开始日期', 'First day'), { required: true }),
  to: field.date(text('截止日期（不含）', 'Day after the last'), { required: true }),
  kinds: field.text(text('列表的类别（逗号分隔，默认全部）', 'Kinds in the list, separated by commas (default: all)'), {
    max: 200,
  }),
  before: field.text(text('上一页的 next', '`next` of the page before'), { max: 60 }),
};

const mostDays = 3700;
const wrongPeriod = text('时间段须为一天至十年', 'The period must be between a day and ten years');

/** `events`: checks, orders, teams, policies, licences, reviews and roadside checks of an enterprise by time. */
export const enterpriseTimelineControllers = (
  contributors: () => readonly EnterpriseTimelineContributor[],
): Controller[] =>
  callsForOfficersAndMembers('enterprise.enterprise', `${enterprise.name}/index`, {
    events: call({
      gate: 'login',
      summary: text('企业监管时间轴', 'The line of time of an enterprise'),
      limit: { perMinute: 120 },
      input,
      answer: timeline,
      run({ engine, caller, input: { id, from, to, kinds, before } }) {
        const days = isCountableDate(from) && isCountableDate(to) ? daysBetween(from, to) : 0;
        if (days < 1 || days > mostDays) throw invalid({ to: [wrongPeriod[caller.locale]] }, input);
        return readEnterpriseTimeline(engine, caller, contributors(), {
          id,
          from,
          to,
          kinds: kinds ? kinds.split(',') : undefined,
          before,
        });
      },
    }),
  });
