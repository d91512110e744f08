import type { AmendmentRules } from '#kernel/declaration/amendment-of-filed-row-by-kinds-and-reasons.ts';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { itineraryChanges } from '#modules/system/contract/travel-reward-and-incident-option-lists.ts';

/** Kinds of changes to a filed team (domain reference §2.E: plate, guide, stops, shopping, price, list). */
export const amendmentKinds = {
  time: text('时间与出发地', 'Times and place of departure'),
  stops: text('行程站点、购物与自费', 'Stops, shops and paid extras'),
  vehicle: text('车辆与驾驶员', 'Vehicles and drivers'),
  guide: text('导游与领队', 'Guides and tour leaders'),
  tourists: text('游客名单', 'List of tourists'),
  price: text('团费与成本', 'Fee and costs'),
  ground: text('地接社', 'Local operator'),
  safety: text('保险与应急', 'Insurance and emergencies'),
  contract: text('合同与备注', 'Contracts and remark'),
} as const;

const filing = { section: 'filing' } as const;

/** Fields that explain a change of a filed team; they stay until the next change. */
export const amendmentReasonFields = {
  change_kinds: field.checkbox(text('变更类型', 'Kinds of the change'), {
    ...filing,
    list: 'offered',
    options: amendmentKinds,
    hint: text('可多选；选定后只修改这些内容', 'Select one or more; only their fields can be changed'),
  }),
  change_reason: field.select(text('变更理由', 'Why changed'), {
    optionList: itineraryChanges,
    ...filing,
    list: 'offered',
  }),
  change_note: field.textarea(text('变更说明', 'What changed'), {
    ...filing,
    max: 500,
    list: 'offered',
    hint: text('经办过此团的工作人员会看到', 'Shown to officers who handled the team'),
  }),
  consent_file: field.file(text('游客签字同意书', 'Consent of the tourists'), {
    accept: 'pdf,ofd,jpg,jpeg,png',
    private: true,
    ...filing,
    list: 'never',
    hint: text(
      '增加购物点或自费项目时须上传（旅游法第三十五条）',
      'Required to add a shop or an optional paid activity (Tourism Law, Art. 35)',
    ),
  }),
} as const;

/** A filed team is changed in a form of its own: kinds and reason first, then the fields of these kinds. */
export const itineraryAmendmentForm = {
  in: ['confirmed', 'departed', 'abnormal'],
  label: text('变更行程', 'Change the itinerary'),
  by: 'change_kinds',
  kinds: {
    // stops keep their day: another end means another number of days
    time: ['start_at', 'end_at', 'area_code', 'days', 'stops', 'consent_file'],
    stops: ['transit_areas', 'destination_areas', 'days', 'stops', 'consent_file'],
    vehicle: ['vehicles', 'coach_fee'],
    guide: ['guides', 'guide_fee'],
    tourists: ['tourists', 'accident_count', 'emergency_plan'],
    price: ['total_fee', 'ground_fee', 'guide_fee', 'hotel_fee', 'coach_fee'],
    ground: ['ground_agency_id', 'delegation_file', 'ground_fee'],
    safety: ['accident_count', 'emergency_contact', 'emergency_mobile', 'emergency_plan'],
    contract: ['contract_mode', 'contract_nos', 'remark'],
  },
  reasons: ['change_reason', 'change_note'],
  attached: ['consent_file'],
} as const satisfies AmendmentRules;
