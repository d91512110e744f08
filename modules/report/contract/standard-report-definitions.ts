import { type Text, text } from '#kernel/text/text.ts';

/** A condition on the rows of a section, as lists take it. */
interface SectionCondition {
  readonly field: string;
  readonly operator: '=' | '>' | 'IN' | 'NOT IN' | 'NOT NULL';
  readonly value: string;
}

interface SectionOfRows {
  readonly name: Text;
  /** The resource whose rows are counted or listed. */
  readonly of: string;
  /** The date or moment of a row that lies in the period of the report. Default: its rows as they are when it is made. */
  readonly at?: string;
  readonly where?: readonly SectionCondition[];
}

/** A sheet of figures: a declared measure, by at most two fields. */
interface FigureSection extends SectionOfRows {
  readonly measure: string;
  readonly by: readonly string[];
}

/** A sheet of rows, with these columns in their order, in the order of their list or in this one. */
interface LedgerSection extends SectionOfRows {
  readonly columns: readonly string[];
  readonly order?: readonly [field: string, direction: 'asc' | 'desc'];
}

export type StandardReportSection = FigureSection | LedgerSection;

/** A report that offices make regularly: a workbook with one sheet for each section. */
export interface StandardReport extends Text {
  readonly sections: readonly StandardReportSection[];
}

const check = 'enforcement/check';
const order = 'reform/order';
const complaint = 'complaint/complaint';
const itinerary = 'travel/itinerary';

const checks = (name: Text, by: readonly string[]): FigureSection => ({
  name,
  of: check,
  measure: 'checks',
  by,
  at: 'started_at',
});
const orders = (name: Text, by: readonly string[]): FigureSection => ({
  name,
  of: order,
  measure: 'orders',
  by,
  at: 'issued_on',
});
const complaints = (name: Text, by: readonly string[]): FigureSection => ({
  name,
  of: complaint,
  measure: 'complaints',
  by,
  at: 'filed_on',
});
const teams = (name: Text, measure: string, by: readonly string[]): FigureSection => ({
  name,
  of: itinerary,
  measure,
  by,
  at: 'start_at',
});

const incidents = (name: Text, by: readonly string[]): FigureSection => ({
  name,
  of: 'incident/incident',
  measure: 'incidents',
  by,
  at: 'happened_at',
});
const posts = (name: Text, by: readonly string[]): FigureSection => ({
  name,
  of: 'opinion/item',
  measure: 'opinion_items',
  by,
  at: 'publish_at',
});
const alerts = (name: Text, by: readonly string[]): FigureSection => ({
  name,
  of: 'opinion/alert',
  measure: 'opinion_alerts',
  by,
  at: 'raised_at',
});
const listings = (name: Text, at: 'published_on' | 'removed_on'): LedgerSection => ({
  name,
  of: 'credit/listing',
  at,
  columns: [
    'no',
    'list',
    'enterprise_id',
    'subject',
    'uscc',
    'reason',
    'basis_no',
    'basis_authority',
    'decision_no',
    'starts_on',
    'ends_on',
    at,
    'status',
    'area_code',
  ],
});

/** The standard reports (domain reference Appendix I) by the names under which they are scheduled. */
export const standardReports = {
  enforcement: {
    ...text('执法报告', 'Enforcement report'),
    sections: [
      checks(text('检查（领域、地区）', 'Checks by domain'), ['domain', 'area_code']),
      checks(text('检查结果', 'Results of checks'), ['result_code', 'domain']),
      {
        name: text('责令改正的问题', 'Problems to correct'),
        of: 'reform/problem',
        measure: 'problems',
        by: ['severity', 'repeated'],
        at: 'ordered_on',
      },
      orders(text('责令改正（地区）', 'Correction orders by area'), ['status', 'area_code']),
      orders(text('责令改正（按期）', 'Correction orders in time'), ['late', 'kind']),
    ],
  },
  checks_of_enterprises: {
    ...text('涉企检查情况报告', 'Report on checks of enterprises'),
    sections: [
      checks(text('检查（来源、领域）', 'Checks by source'), ['source', 'domain']),
      checks(text('检查（告知方式）', 'Checks by notice'), ['notify_mode', 'area_code']),
      {
        name: text('检查异议', 'Appeals'),
        of: 'enforcement/checkAppeal',
        measure: 'appeals',
        by: ['status'],
        at: 'filed_at',
      },
      {
        name: text('检查台账', 'Ledger of checks'),
        of: check,
        at: 'started_at',
        columns: [
          'check_no',
          'object_name',
          'source',
          'domain',
          'department_id',
          'started_at',
          'problems',
          'result_code',
          'status',
        ],
      },
    ],
  },
  random_checks: {
    ...text('双随机抽查结果公示表', 'Results of random checks, for publication'),
    sections: [
      {
        name: text('双随机公示表', 'Random checks'),
        of: check,
        at: 'published_at',
        where: [{ field: 'source', operator: '=', value: 'random' }],
        columns: [
          'check_no',
          'object_name',
          'domain',
          'department_id',
          'started_at',
          'result_code',
          'published_at',
          'area_code',
        ],
      },
    ],
  },
  corrections: {
    ...text('整改台账', 'Ledger of corrections'),
    sections: [
      {
        name: text('整改台账', 'Corrections'),
        of: order,
        at: 'issued_on',
        columns: [
          'no',
          'notice_no',
          'enterprise_id',
          'source',
          'kind',
          'problem_count',
          'severe_count',
          'issued_on',
          'due_on',
          'extension',
          'late',
          'status',
          'closed_on',
          'days_used',
          'area_code',
        ],
      },
      orders(text('整改（状态、地区）', 'By state and area'), ['status', 'area_code']),
    ],
  },
  complaints: {
    ...text('旅游投诉通报', 'Bulletin of complaints'),
    sections: [
      complaints(text('投诉（类别、地区）', 'By category and area'), ['category', 'area_code']),
      complaints(text('投诉（渠道、状态）', 'By channel and state'), ['channel', 'status']),
      complaints(text('处理结果', 'Outcomes'), ['outcome', 'category']),
      {
        name: text('挽回损失', 'Recovered'),
        of: complaint,
        measure: 'recovered',
        by: ['category', 'area_code'],
        at: 'filed_on',
      },
    ],
  },
  teams: {
    ...text('团队统计表', 'Statistics of tour groups'),
    sections: [
      teams(text('团队数', 'Teams'), 'teams', ['kind', 'area_code']),
      teams(text('人次', 'Tourists'), 'tourists', ['kind', 'area_code']),
      teams(text('人天', 'Person-days'), 'person_days', ['kind', 'area_code']),
      teams(text('客源地', 'Where they come from'), 'tourists', ['source_area', 'kind']),
    ],
  },
  rewards: {
    ...text('奖励资金拨付表', 'Rewards paid out'),
    sections: [
      {
        name: text('拨付', 'Payments'),
        of: 'reward/application',
        at: 'paid_on',
        columns: ['no', 'policy_id', 'enterprise_id', 'kind', 'pax', 'claimed', 'amount', 'paid_on', 'status'],
      },
      {
        name: text('核定金额', 'Approved amounts'),
        of: 'reward/application',
        measure: 'granted',
        by: ['status', 'kind'],
        at: 'applied_at',
      },
    ],
  },
  market: {
    ...text('旅游市场运行报告', 'Report on the tourism market'),
    sections: [
      teams(text('团队数', 'Teams'), 'teams', ['status', 'area_code']),
      teams(text('团队游客', 'Tourists of teams'), 'tourists', ['kind', 'area_code']),
      teams(text('客源地', 'Where they come from'), 'tourists', ['source_area']),
      checks(text('执法检查', 'Checks'), ['domain', 'area_code']),
      {
        name: text('路面检查', 'Roadside checks'),
        of: 'enforcement/roadsideCheck',
        measure: 'checks',
        by: ['result', 'area_code'],
        at: 'made_at',
      },
      complaints(text('旅游投诉', 'Complaints'), ['category', 'area_code']),
      incidents(text('安全事件', 'Incidents'), ['level', 'area_code']),
      posts(text('网络舆情', 'Public opinion'), ['sentiment', 'area_code']),
    ],
  },
  opinion: {
    ...text('舆情报告', 'Report on public opinion'),
    sections: [
      posts(text('舆情（倾向、平台）', 'Posts by sentiment'), ['sentiment', 'platform']),
      posts(text('舆情（地区）', 'Posts by area'), ['area_code', 'sentiment']),
      alerts(text('预警（等级、状态）', 'Alerts by level'), ['level', 'status']),
      alerts(text('核查结果', 'Findings'), ['finding', 'level']),
      {
        name: text('预警台账', 'Ledger of alerts'),
        of: 'opinion/alert',
        at: 'raised_at',
        columns: [
          'no',
          'level',
          'title',
          'raised_at',
          'raised_for',
          'verdict',
          'finding',
          'responded_at',
          'responded_via',
          'status',
          'area_code',
        ],
      },
    ],
  },
  credit_lists: {
    ...text('信用名单', 'Credit lists'),
    sections: [
      listings(text('本期列入', 'Listed in the period'), 'published_on'),
      listings(text('本期移出', 'Removed in the period'), 'removed_on'),
      {
        name: text('列入（名单、地区）', 'Listed by list and area'),
        of: 'credit/listing',
        measure: 'listings',
        by: ['list', 'area_code'],
        at: 'published_on',
      },
    ],
  },
  guide_ranking: {
    ...text('导游服务排名', 'Ranking of guides'),
    sections: [
      {
        name: text('服务排名', 'Ranking'),
        of: 'crew/guide',
        where: [
          { field: 'status', operator: 'IN', value: 'valid,changing' },
          { field: 'ratings_count', operator: '>', value: '0' },
        ],
        order: ['score', 'desc'],
        columns: ['name', 'card_no', 'level', 'agency_id', 'score', 'ratings_count', 'languages', 'area_code'],
      },
      {
        name: text('本期评价', 'Ratings in the period'),
        of: 'crew/rating',
        at: 'rated_on',
        columns: [
          'guide_id',
          'rated_on',
          'team_no',
          'service',
          'narration',
          'safety',
          'honesty',
          'source',
          'area_code',
        ],
      },
    ],
  },
  time_limits: {
    ...text('时限合规报告', 'Compliance with time limits'),
    sections: [
      complaints(text('投诉受理', 'Acceptance of complaints'), ['acceptance', 'area_code']),
      orders(text('责令改正', 'Correction orders'), ['late', 'area_code']),
      {
        ...checks(text('检查结果公示', 'Publication of results'), ['published_late', 'area_code']),
        at: 'published_at',
      },
      incidents(text('经营者报告事件', 'Reports by operators'), ['operator_late', 'area_code']),
      incidents(text('逐级上报事件', 'Reports upward'), ['onward_late', 'area_code']),
      teams(text('行程单报备', 'Filing of teams'), 'teams', ['late', 'area_code']),
    ],
  },
} as const satisfies Readonly<Record<string, StandardReport>>;

export type StandardReportName = keyof typeof standardReports;

/** The permission nodes that a report needs, each with the resource it belongs to. */
export const nodesOfStandardReport = (name: StandardReportName): { readonly of: string; readonly node: string }[] =>
  (standardReports[name].sections as readonly StandardReportSection[]).map((section) => ({
    of: section.of,
    node: `${section.of}/${'columns' in section ? 'export' : 'index'}`,
  }));
