import { field } from '#kernel/field/field.ts';
import type { Screen } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { incidentKinds } from '#modules/system/contract/travel-reward-and-incident-option-lists.ts';

/** Screen on which guides and people of operators report an incident with a phone: `/user/incident/report`. */
export const incidentReportScreen = {
  name: 'incident/report',
  label: text('报告安全事件', 'Report an incident'),
  icon: 'alert',
} as const satisfies Screen;

/** Where the screen is. */
export const incidentReportPath = `/user/${incidentReportScreen.name}`;

const people = { min: 0, max: 100_000, initial: 0 } as const;

/** What the screen asks for, in its order: what a person can type in a minute. The rest is added later. */
export const incidentReportFields = {
  title: field.text(text('发生了什么', 'What happened'), {
    required: true,
    min: 2,
    max: 80,
    hint: text('一句话，如：旅游大巴侧翻', 'In one line, such as: tour coach overturned'),
  }),
  kind: field.radio(text('种类', 'Kind'), { required: true, optionList: incidentKinds, initial: 'accident' }),
  dead: field.integer(text('死亡', 'Dead'), people),
  hurt: field.integer(text('重伤', 'Seriously hurt'), people),
  missing: field.integer(text('失踪', 'Missing'), people),
  stranded: field.integer(text('滞留', 'Stranded'), people),
  place: field.place(text('位置', 'Location'), { address: 'place_name' }),
  place_name: field.text(text('地点', 'Place'), {
    max: 200,
    hint: text(
      '定位不到时请写明，如：昆石高速 K38 东向',
      'If the location is not found, such as: Kunshi expressway K38 eastbound',
    ),
  }),
  pictures: field.images(text('照片', 'Pictures'), { max: 9, private: true }),
  description: field.textarea(text('情况与已采取的措施', 'Details, and what has been done'), { max: 2000 }),
};

/** A team of which somebody may report an incident. */
export interface ReportableTeam {
  readonly id: number;
  readonly team_no: string;
  readonly route: string | null;
  readonly people: number;
}

/** Answer of `GET /api/incident.report/choices`: for what the caller may report. */
export interface IncidentReportChoices {
  /** Teams on the way or about to leave: those the caller guides, and those of operators for which the caller acts. */
  readonly teams: readonly ReportableTeam[];
  /** Operators for which the caller acts. */
  readonly enterprises: readonly { readonly id: number; readonly name: string }[];
  /** Phone of the duty room; empty if none is set. */
  readonly hotline: string;
}
