import type { Row } from '#kernel/declaration/resource.ts';
import { type Guard, type RowCondition, today } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { declareVerification } from '#kernel/verification/declare-verification-lifecycle.ts';
import { genders, guideLevels, guideStars, languages } from './crew-options.ts';
import { crewVerificationDeadlineRuleAndChangeText } from './crew-verification-deadline-rule-and-change-text.ts';
import {
  documentNumberField,
  documentValidityField,
  reasonField,
} from './document-validity-and-reason-fields-of-crew.ts';

/** Actions of the agency. Only officers change the agency and the area. */
const keeps = ['index', 'add', 'edit', 'export', 'import', 'submit', 'change', 'withdrawChange'] as const;

/** Conditions for choosing a guide: the card is valid and not expired. A pending correction changes nothing. */
export const usableGuide: readonly RowCondition[] = [
  ['status', 'IN', ['valid', 'changing']],
  ['valid_to', '>=', today],
];

/** Imports carry no pictures: the photo must be added before the card is verified. */
const hasPhoto: Guard = {
  if: [['photo', 'NOT NULL']],
  else: text('尚未上传照片', 'No photo uploaded yet'),
};
/** The bureau vouches for identity, card number, grade and dates. */
const verification = declareVerification({
  fields: [
    'name',
    'gender',
    'id_no',
    'photo',
    'card_no',
    'qualification_no',
    'level',
    'association',
    'valid_to',
    'star',
  ],
  holder: ['agency_id', 'area_code'],
  rule: crewVerificationDeadlineRuleAndChangeText.rule,
  states: { pending: { as: 'stated' }, verified: { as: 'valid', ...text('有效', 'Valid') } },
  moves: { change: crewVerificationDeadlineRuleAndChangeText.change, verify: { when: [hasPhoto] } },
});
const { editable } = verification;
const barEnded: Guard = {
  if: [['barred_until', '<', today]],
  else: text(
    '吊销导游证之日起未满三年，不得重新申请（旅游法第一百零三条）',
    'No new application within three years of revocation of the guide card (Tourism Law, Art. 103)',
  ),
};

/**
 * A tour guide and the guide card (domain reference §2.F). Entered by the agency the guide is registered with, or by an
 * officer. Suspended for three to six months, or revoked with a bar of three years, by a decision.
 */
export const guide = resource({
  name: 'crew/guide',
  label: text('导游', 'Guides'),
  icon: 'idcard',
  title: 'name',
  subtitle: ['agency_id', 'card_no', 'mobile'],
  scope: 'area',
  partOf: 'agency_id',
  members: { owner: keeps, operator: keeps, viewer: ['index'] },
  codes: { card_no: '' },
  remark: text(
    '持导游证执业的人员，由旅行社申报、主管部门核验。',
    'Guides practising with a guide card, reported by travel agencies and verified by the authority.',
  ),
  sections: {
    person: text('人员信息', 'Personal details'),
    card: text('导游证', 'Guide card'),
    work: text('执业信息', 'Practice details'),
    decision: text('处理决定', 'Sanctions'),
  },
  listed: [
    'name',
    'status',
    'validity',
    'card_no',
    'level',
    'agency_id',
    'valid_to',
    'score',
    'ratings_count',
    'languages',
    'area_code',
    'due_at',
  ],
  facts: ['valid', 'expiring', 'expired'],
  ends: {
    papers: { valid_to: text('导游证', 'Guide card') },
    in: ['stated', 'valid', 'changing', 'suspended'],
    validity: 'validity',
    mobile: 'mobile',
    own: { by: 'user_id', to: 'travel/road' },
    office: 'verifyChange',
  },
  measures: {
    guides: {
      label: text('导游', 'Guides'),
      by: ['status', 'validity', 'level', 'area_code'],
    },
  },
  fields: {
    name: field.personName(text('姓名', 'Name'), { required: true, search: true, section: 'person' }),
    gender: field.select(text('性别', 'Gender'), { options: genders, section: 'person', list: 'offered' }),
    id_no: field.idNumber(text('身份证号', 'ID card number'), {
      privacy: 'masked',
      required: true,
      unique: true,
      section: 'person',
    }),
    mobile: field.mobile(text('手机', 'Mobile'), { privacy: 'masked', required: true, section: 'person' }),
    photo: field.image(text('照片', 'Photo'), {
      accept: 'jpg,jpeg,png,webp',
      section: 'person',
      list: 'offered',
    }),
    card_no: field.identifier(text('导游证号', 'Guide card number'), {
      required: true,
      max: 40,
      search: true,
      unique: true,
      section: 'card',
    }),
    qualification_no: field.identifier(text('导游资格证号', 'Qualification certificate number'), {
      max: 40,
      search: true,
      section: 'card',
      list: 'offered',
    }),
    level: field.select(text('等级', 'Grade'), {
      options: guideLevels,
      initial: 'junior',
      required: true,
      section: 'card',
    }),
    star: field.select(text('星级', 'Star rating'), { options: guideStars, section: 'card', list: 'offered' }),
    valid_to: field.date(text('导游证有效期至', 'Guide card valid until'), { required: true, section: 'card' }),
    validity: documentValidityField,
    languages: field.selects(text('语种', 'Languages'), {
      optionList: languages,
      required: true,
      max: 10,
      section: 'work',
    }),
    agency_id: field.reference(text('所属旅行社', 'Travel agency'), {
      to: 'enterprise/enterprise',
      requiredWhen: { adding: true, actor: 'member' },
      // a closed agency has no guides
      among: [
        ['ent_type', '=', 'agency'],
        ['status', 'IN', ['active', 'change_pending', 'suspended']],
      ],
      reach: 'all',
      search: true,
      section: 'work',
      hint: text('在导游协会注册的不填', 'Leave empty if registered with a guide association'),
    }),
    association: field.text(text('注册的导游协会', 'Guide association'), {
      max: 100,
      section: 'work',
      list: 'offered',
    }),
    area_code: field.area(text('注册地', 'Place of registration'), {
      level: 3,
      section: 'work',
      hint: text('不填为所属旅行社所在地', 'The location of the travel agency if left empty'),
    }),
    honours: field.textarea(text('荣誉', 'Honours'), { max: 1000, section: 'work', list: 'never' }),
    score: field.number(text('评分', 'Rating'), { write: 'server', min: 1, max: 5, section: 'work' }),
    ratings_count: field.integer(text('评价数', 'Number of ratings'), {
      write: 'server',
      min: 0,
      section: 'work',
      quantity: true,
    }),
    // sum of all scores; the mean of the prefecture is computed from it
    ratings_total: field.integer(text('评分合计', 'Sum of ratings'), { write: 'server', list: 'never', filter: false }),
    user_id: field.integer(text('本人账号', 'Linked account'), {
      key: true,
      write: 'server',
      list: 'never',
      filter: false,
    }),
    suspended_from: field.date(text('暂扣起始日', 'Suspension starts'), {
      write: 'server',
      section: 'decision',
      list: 'offered',
    }),
    suspended_until: field.date(text('暂扣截止日', 'Suspension ends'), {
      write: 'server',
      section: 'decision',
      list: 'offered',
    }),
    barred_until: field.date(text('不得重新申请至', 'No new application until'), {
      write: 'server',
      section: 'decision',
      list: 'offered',
    }),
    decision_no: field.identifier(text('决定书文号', 'Decision number'), {
      write: 'server',
      section: 'decision',
      list: 'offered',
    }),
  },
  life: lifecycle({
    initial: 'stated',
    initialByOffice: 'valid',
    states: {
      ...verification.states,
      suspended: { ...text('暂扣', 'Suspended'), tone: 'bad', editable },
      revoked: { ...text('已吊销', 'Revoked'), tone: 'bad', editable: false },
      ended: { ...text('已注销', 'Deregistered'), tone: 'muted', editable: false, final: true },
    },
    clocks: {
      verification: verification.clock,
      suspension: {
        ...text('暂扣期', 'Suspension period'),
        in: ['suspended'],
        from: 'suspended_from',
        until: 'suspended_until',
      },
    },
    moves: {
      ...verification.moves,
      suspend: {
        from: ['valid', 'changing'],
        to: 'suspended',
        label: text('暂扣导游证', 'Suspend guide card'),
        tone: 'danger',
        emits: 'suspended',
        input: {
          suspended_from: field.date(text('暂扣起始日', 'Suspension starts'), {
            hint: text('不填为今日', 'Today if left empty'),
          }),
          suspended_until: field.date(text('暂扣截止日', 'Suspension ends'), {
            required: true,
            hint: text('三个月以上、六个月以下', 'Three to six months'),
          }),
          document_no: documentNumberField,
          reason: reasonField,
        },
        effect: text(
          '暂扣期间不得带团。期满不自动发还：期满前提醒，发还后恢复。',
          'No guiding during the suspension. The card is not returned automatically: you are reminded before expiry and reinstate it by returning the card.',
        ),
      },
      resume: {
        from: ['suspended'],
        to: 'valid',
        label: text('发还导游证', 'Return guide card'),
        tone: 'primary',
        emits: 'resumed',
        input: { reason: reasonField },
      },
      revoke: {
        from: ['valid', 'changing', 'suspended'],
        to: 'revoked',
        label: text('吊销导游证', 'Revoke guide card'),
        tone: 'danger',
        emits: 'revoked',
        input: { document_no: documentNumberField, reason: reasonField },
        effect: text(
          '不得再带团，三年内不得重新申请导游证（旅游法第一百零三条）。',
          'No more guiding; no new guide card within three years (Tourism Law, Art. 103).',
        ),
      },
      readmit: {
        from: ['revoked'],
        to: 'stated',
        label: text('准予重新申请', 'Allow new application'),
        emits: 'readmitted',
        input: { reason: reasonField },
        when: [barEnded],
      },
      bind: {
        from: ['valid', 'changing', 'suspended'],
        label: text('绑定账号', 'Link account'),
        emits: 'bound',
        input: {
          member_id: field.reference(text('会员账号', 'Member account'), { to: 'user/user', required: true }),
          reason: reasonField,
        },
        when: [
          {
            if: [['user_id', 'NULL']],
            else: text('已绑定账号，请先解除', 'An account is already linked; unlink it first'),
            quiet: true,
          },
        ],
        effect: text(
          '核对本人身份后，由工作人员为手机不一致的导游绑定。',
          'For guides whose mobile differs from the record; linked by an officer after verifying identity.',
        ),
      },
      unbind: {
        from: ['stated', 'returned', 'valid', 'changing', 'suspended', 'revoked'],
        label: text('解除账号绑定', 'Unlink account'),
        emits: 'released',
        input: { reason: reasonField },
        when: [
          {
            if: [['user_id', 'NOT NULL']],
            else: text('尚未绑定账号', 'No account linked'),
            quiet: true,
          },
        ],
        effect: text(
          '该账号不再代表此导游，可重新绑定。',
          'The account no longer represents this guide; another can be linked.',
        ),
      },
      cancel: {
        from: ['stated', 'returned', 'valid', 'changing', 'suspended'],
        to: 'ended',
        label: text('注销', 'Deregister'),
        tone: 'danger',
        emits: 'cancelled',
        input: { reason: reasonField },
      },
    },
  }),
});
export interface Guide extends Row<typeof guide> {}
