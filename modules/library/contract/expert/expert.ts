import type { Row } from '#kernel/declaration/resource.ts';
import { type RowCondition, today } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { field } from '#kernel/field/field.ts';
import { validities } from '#kernel/lifecycle/document-validity-by-expiry-date.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { optionList } from '#kernel/option/declare-editable-option-list.ts';
import { countOf, sumOf } from '#kernel/resource/declare-aggregates-over-referring-rows.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });

/** What experts are asked about. */
export const areasOfExpertise = optionList({
  name: 'library/expert_field',
  label: text('专家领域', 'Fields of experts'),
  initial: {
    law: text('法律', 'Law'),
    safety: text('安全生产', 'Work safety'),
    fire: text('消防', 'Fire safety'),
    finance: text('财务审计', 'Finance and audit'),
    service_quality: text('旅游服务质量', 'Quality of tourism services'),
    scenic: text('景区管理', 'Management of scenic areas'),
    lodging: text('住宿服务', 'Lodging'),
    transport: text('道路运输', 'Road transport'),
    performance: text('演出与娱乐', 'Performances and entertainment'),
    publication: text('出版与印刷', 'Publishing and printing'),
    relic: text('文物', 'Cultural relics'),
    price: text('价格', 'Prices'),
    technology: text('信息技术', 'Information technology'),
    other: text('其他', 'Other'),
  },
});

/** Conditions for choosing an expert: engaged, and the engagement has not ended. */
export const usableExpert: readonly RowCondition[] = [
  ['status', '=', 'engaged'],
  ['valid_to', '>=', today],
];

/**
 * An expert whom the bureau asks for opinions (domain reference §2.H `enf_expert`). Draws take experts from the view
 * `library_eligible_expert`.
 */
export const expert = resource({
  name: 'library/expert',
  label: text('专家', 'Experts'),
  icon: 'team',
  title: 'name',
  subtitle: ['unit', 'title'],
  scope: 'area',
  sections: {
    person: text('人员信息', 'Personal details'),
    work: text('专业', 'Expertise'),
    use: text('使用情况', 'Engagements'),
  },
  listed: [
    'name',
    'status',
    'validity',
    'fields',
    'unit',
    'title',
    'valid_to',
    'times_used',
    'rating',
    'fees',
    'area_code',
  ],
  facts: ['valid', 'expiring', 'expired'],
  ends: {
    papers: { valid_to: text('专家聘期', "Expert's term") },
    in: ['engaged'],
    validity: 'validity',
    mobile: 'mobile',
    office: 'engage',
  },
  measures: { experts: { label: text('专家', 'Experts'), by: ['status', 'validity', 'area_code'] } },
  fields: {
    name: field.personName(text('姓名', 'Name'), { required: true, search: true, section: 'person' }),
    id_no: field.idNumber(text('身份证号', 'ID card number'), {
      privacy: 'masked',
      unique: true,
      section: 'person',
      list: 'offered',
    }),
    mobile: field.mobile(text('手机', 'Mobile'), { privacy: 'masked', required: true, section: 'person' }),
    unit: field.text(text('工作单位', 'Employer'), { required: true, max: 100, search: true, section: 'person' }),
    title: field.text(text('职称或职务', 'Professional title'), { required: true, max: 60, section: 'person' }),
    area_code: field.area(text('聘任地区', 'Area'), { required: true, section: 'person' }),
    fields: field.selects(text('专家领域', 'Fields'), {
      optionList: areasOfExpertise,
      required: true,
      max: 8,
      section: 'work',
    }),
    cv: field.textarea(text('简历', 'Curriculum vitae'), { max: 2000, section: 'work', list: 'never' }),
    conflicts: field.rows(text('利益冲突', 'Conflicts of interest'), {
      of: 'library/expertConflict',
      max: 50,
      section: 'work',
    }),
    valid_to: field.date(text('聘期至', 'Term ends'), { required: true, section: 'work' }),
    validity: field.select(text('聘期状态', 'Term'), { write: 'server', options: validities, section: 'use' }),
    times_used: field.integer(text('使用次数', 'Times engaged'), {
      from: countOf('library/expertService', 'expert_id'),
      section: 'use',
    }),
    fees: field.money(text('费用合计（元）', 'Fees (CNY)'), {
      from: sumOf('library/expertService', 'expert_id', 'fee'),
      section: 'use',
    }),
    rating: field.number(text('评分', 'Rating'), { computed: true, section: 'use' }),
  },
  life: lifecycle({
    initial: 'proposed',
    states: {
      proposed: { ...text('待聘任', 'Proposed'), tone: 'progress', officeLevel: 3 },
      engaged: {
        ...text('已聘任', 'Engaged'),
        tone: 'good',
        editable: { except: ['name', 'id_no'] },
        deletable: false,
      },
      dismissed: { ...text('已解聘', 'Dismissed'), tone: 'muted', deletable: false },
    },
    moves: {
      engage: {
        from: ['proposed', 'dismissed'],
        to: 'engaged',
        label: text('聘任', 'Engage'),
        tone: 'primary',
        byAnother: {
          else: text('须由登记人以外的人员聘任', 'They must be engaged by someone other than those who entered them'),
        },
        when: [{ if: [['valid_to', '>=', today]], else: text('聘期已过', 'The term has ended') }],
        emits: 'engaged',
      },
      dismiss: {
        from: ['engaged'],
        to: 'dismissed',
        label: text('解聘', 'Dismiss'),
        tone: 'danger',
        emits: 'dismissed',
        input: { reason },
        effect: text('解聘后不再参加抽取。', 'They are no longer drawn.'),
      },
    },
  }),
});
export interface Expert extends Row<typeof expert> {}
