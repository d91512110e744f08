import { type Text, text, textInAnyLocale } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { whyOfficerNotAssignable } from '#modules/library/contract/officer/why-officers-not-assignable.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { boolean, integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import { type Check, check } from '../../contract/check/enforcement-check.ts';
import type { OfficerWithoutFindings, VisitOfEnterprise } from '../../contract/frequency/assess-check-frequency.ts';
import type {
  AssessedOfficer,
  AssessedVisit,
  CheckApprovalAssessment,
} from '../../contract/frequency/check-approval-assessment-answer-types.ts';
import type { CheckJudgedByFrequency } from '../frequency/judge-check-by-frequency-limits.ts';
import { type OfficerWithEligibility, storedOfficersSql } from './officer-eligibility-for-check.ts';
import { previewRefusalsOfCheckApproval } from './refuse-unapprovable-check-or-preview-refusals.ts';

const bothLanguages = object({ 'zh-cn': string, en: string });
const visits = list(
  object({
    id: key,
    check_no: orNull(string),
    day: string,
    source: string,
    department: string,
    result: orNull(string),
    counted: boolean,
    exempt: boolean,
  }),
);
const standing: JsonSchema<CheckApprovalAssessment> = object({
  day: string,
  risk: string,
  basis: string,
  exempt: boolean,
  caps: list(object({ item: string, most: integer, reached: boolean, visits })),
  flags: list(object({ within: string, most: integer, n: integer })),
  officers: list(
    object({
      id: key,
      name: string,
      cert_no: string,
      cert_valid_to: string,
      workload: integer,
      capacity: integer,
      problem: orNull(bothLanguages),
      nil: integer,
      allowed: boolean,
    }),
  ),
  joint: visits,
  recent: visits,
  refusals: list(bothLanguages),
}) as JsonSchema<CheckApprovalAssessment>;

const mostRecent = 8;

const shownVisit = ({
  id,
  check_no,
  day,
  source,
  department,
  result,
  counted,
  exempt,
}: VisitOfEnterprise): AssessedVisit => ({
  id,
  check_no,
  day,
  source,
  department,
  result,
  counted,
  exempt,
});

type FoundCheck = Pick<Check, 'id' | 'basis' | 'domain' | 'source' | 'enterprise_id'> & {
  readonly [column: string]: unknown;
};

interface OfficerWithWorkload extends OfficerWithEligibility {
  readonly workload: number;
  readonly capacity: number;
}

async function officersOf(
  db: Queryable,
  id: number,
  nilOfficers: readonly OfficerWithoutFindings[],
): Promise<AssessedOfficer[]> {
  const rows = await db.rows<OfficerWithWorkload>(sql`
    select s.*, o.workload, o.capacity from enforcement_check c
      cross join lateral (select q.*, row_number() over () as place from (${storedOfficersSql()}) q) s
      join library_officer o on o.id = s.id
    where c.id = ${id} order by s.place`);
  const today = shanghaiToday();
  return rows.map((one) => {
    const why = whyOfficerNotAssignable(one, today);
    const problem: Text | null = why ? textInAnyLocale(why.text, why.values) : null;
    const nil = nilOfficers.find((each) => each.id === one.id);
    const { id: officer, name, cert_no, cert_valid_to, workload, capacity } = one;
    return {
      id: officer,
      name,
      cert_no,
      cert_valid_to,
      workload,
      capacity,
      problem,
      nil: nil?.visits.length ?? 0,
      allowed: nil?.allowed ?? true,
    };
  });
}

type FrequencyStanding = Omit<CheckApprovalAssessment, 'officers' | 'refusals'>;

/** The limits, visits and plans by which a check is judged. */
function frequencyOf({
  question,
  assessment: { caps, flags, joint, exempt },
}: CheckJudgedByFrequency): FrequencyStanding {
  return {
    day: question.day,
    risk: question.risk,
    basis: question.limits.basis,
    exempt,
    caps: caps.map(({ item, most, reached, visits: of }) => ({
      item: item ? `${item.code} ${item.name}` : '',
      most,
      reached,
      visits: of.map(shownVisit),
    })),
    flags: flags.map(({ within, most, n }) => ({ within, most, n })),
    joint: joint.map(shownVisit),
    recent: question.visits
      .filter(({ begun }) => begun)
      .toSorted((a, b) => b.day.localeCompare(a.day) || b.id - a.id)
      .slice(0, mostRecent)
      .map(shownVisit),
  };
}

/** Limits apply to enterprises only. */
const withoutEnterprise: FrequencyStanding = {
  day: '',
  risk: '',
  basis: '',
  exempt: false,
  caps: [],
  flags: [],
  joint: [],
  recent: [],
};

/** `/admin/enforcement.check/standing`: what speaks for and against a check, as its approval judges it. */
export const checkApprovalAssessmentController: Controller = {
  app: 'admin',
  name: 'enforcement.check',
  actions: {
    standing: call({
      gate: 'rule',
      node: `${check.name}/internal`,
      summary: text(
        '检查审批的依据：频次、近期检查、人员和其他部门的安排',
        'What an approval rests on: limits, recent visits, officers, and plans of other departments',
      ),
      limit: { perMinute: 120 },
      input: { id: rowKeyInput(text('检查编号', 'ID of the check')) },
      answer: standing,
      async run({ engine: { db, find }, caller, input: { id } }) {
        const scope = scopeOf(check, caller, find);
        const found = await db.row<FoundCheck>(
          sql`select t.id, t.basis, t.domain, t.source, t.enterprise_id from enforcement_check t where t.id = ${id}${scope ? sql` and ${scope}` : sql.empty}`,
        );
        if (!found) throw notFound();
        const { judged, refusals } = await previewRefusalsOfCheckApproval(db, found);
        const officers = await officersOf(db, id, judged?.assessment.officers ?? []);
        return { ...(judged ? frequencyOf(judged) : withoutEnterprise), officers, refusals };
      },
    }),
  },
};
