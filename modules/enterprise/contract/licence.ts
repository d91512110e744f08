import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { declareVerification } from '#kernel/verification/declare-verification-lifecycle.ts';
import { licenceKinds } from './enterprise-options.ts';
import { tourismKinds } from './parse-tourism-kinds-of-licence-scope.ts';

const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });
/** The bureau vouches for what a renewal changes; another kind of licence is a new licence. */
const { states, moves, clock } = declareVerification({
  fields: ['license_no', 'tourism_scope', 'scope', 'issued_by', 'issue_date', 'expire_date', 'file'],
  holder: ['enterprise_id'],
  whole: true,
  withdrawable: true,
  rule: 'licence_confirmation',
  word: text('核准', 'approval'),
  changeWord: text('换证', 'renewal'),
  states: {
    pending: { as: 'submitted' },
    verified: { as: 'recorded', ...text('在册', 'On record') },
    changing: { as: 'renewing' },
  },
  moves: {
    submit: { label: text('提交核准', 'Submit') },
    verify: {
      as: 'confirm',
      locks: 'enterprise_id',
      label: text('核准', 'Approve'),
      batch: false,
      emits: 'confirmed',
      effect: text(
        '许可证在册生效，并在监管码公示页上公示。',
        'The licence takes effect and is published on the supervision code page.',
      ),
    },
    return: { label: text('退回', 'Return') },
    change: {
      as: 'renew',
      label: text('申请换证', 'Apply for renewal'),
      tone: 'primary',
      emits: 'renewal_requested',
      when: [
        {
          if: [['validity', 'IN', ['valid', 'expiring', 'expired']]],
          else: text('许可证已被暂扣、吊销或注销', 'The licence has been suspended, revoked or deregistered'),
        },
      ],
      effect: text(
        '请上传新证照片，填写有变化的内容；核准前原登记内容不变。',
        'Upload a photo of the new licence and fill in what has changed. The registered details remain unchanged until approval.',
      ),
    },
    verifyChange: { as: 'confirmRenewal', locks: 'enterprise_id', emits: 'renewed' },
    refuseChange: { as: 'refuseRenewal', emits: 'renewal_refused' },
    withdrawChange: { as: 'withdrawRenewal' },
  },
});
/** Actions of the enterprise's members; their entries count once the bureau has seen the document. */
const keeps = ['index', 'add', 'edit', 'submit', 'withdraw', 'renew', 'withdrawRenewal', 'export'] as const;

/**
 * A licence held by an enterprise (domain reference §2.A `ent_license`). Its members hand it in and renew it; an
 * officer confirms the document. Time makes it expire (`validity`), even during a pending request.
 */
export const licence = resource({
  name: 'enterprise/licence',
  label: text('许可证', 'Licences'),
  icon: 'safety-certificate',
  title: 'license_no',
  heading: ['enterprise_id', 'kind'],
  scope: 'parent',
  partOf: 'enterprise_id',
  members: { owner: keeps, operator: keeps, viewer: ['index'] },
  // changed by the daily run
  facts: ['valid', 'expiring', 'expired'],
  ends: {
    papers: { expire_date: { ...text('许可证', 'Licence'), named: 'kind' } },
    in: ['recorded', 'renewing'],
    validity: 'validity',
    // domain reference §2.A
    soon: 60,
    mobile: 'contact_mobile',
    office: 'confirmRenewal',
  },
  fields: {
    enterprise_id: field.reference(text('持证企业', 'Holder'), { to: 'enterprise/enterprise', required: true }),
    kind: field.select(text('许可证类型', 'Licence type'), { options: licenceKinds, required: true }),
    license_no: field.identifier(text('许可证编号', 'Licence number'), {
      required: true,
      max: 40,
      search: true,
      unique: ['kind'],
    }),
    tourism_scope: field.checkbox(text('旅游业务范围', 'Scope of travel business'), {
      options: tourismKinds,
      shownWhen: { by: 'kind', of: ['agency'] },
      list: 'offered',
      hint: text('按许可证所载勾选', 'As listed on the permit'),
    }),
    scope: field.text(text('许可范围', 'Licensed scope'), {
      max: 500,
      list: 'offered',
      hint: text('照录证照原文', 'As worded on the licence'),
    }),
    issued_by: field.text(text('发证机关', 'Issuing authority'), { required: true, max: 100 }),
    issue_date: field.date(text('发证日期', 'Date of issue'), { required: true }),
    expire_date: field.date(text('有效期至', 'Valid until'), {
      endless: text('长期有效', 'Unlimited'),
    }),
    file: field.file(text('证照扫描件', 'Scanned copy'), {
      requiredWhen: { adding: true, actor: 'member' },
      accept: 'jpg,jpeg,png,webp,pdf,ofd',
      private: true,
      list: 'offered',
    }),
    verify_status: field.select(text('核验', 'Verification'), {
      options: {
        unverified: { ...text('未核验', 'Not verified'), tone: 'muted' },
        verified: { ...text('已核验', 'Verified'), tone: 'good' },
        mismatch: { ...text('不一致', 'Mismatch'), tone: 'bad' },
      },
      initial: 'unverified',
      writes: 'confirm',
    }),
    validity: field.select(text('有效性', 'Validity'), {
      write: 'server',
      options: {
        valid: { ...text('有效', 'Valid'), tone: 'good' },
        expiring: { ...text('即将到期', 'Expiring soon'), tone: 'warning' },
        expired: { ...text('已过期', 'Expired'), tone: 'bad' },
        suspended: { ...text('暂扣', 'Suspended'), tone: 'bad' },
        revoked: { ...text('已吊销', 'Revoked'), tone: 'bad' },
        cancelled: { ...text('已注销', 'Deregistered'), tone: 'muted' },
      },
    }),
    area_code: field.area(text('地区', 'Area'), { through: 'enterprise_id' }),
  },
  life: lifecycle({
    initial: 'submitted',
    initialByOffice: 'recorded',
    states: {
      ...states,
      ended: { ...text('已注销', 'Deregistered'), tone: 'muted', editable: false, final: true },
    },
    clocks: { confirmation: clock },
    moves: {
      ...moves,
      cancel: {
        from: ['recorded'],
        to: 'ended',
        locks: 'enterprise_id',
        label: text('注销', 'Deregister'),
        tone: 'danger',
        emits: 'cancelled',
        input: { reason },
        effect: text('许可证不再有效，也不再公示。', 'The licence is no longer valid and no longer published.'),
      },
    },
  }),
});
export interface Licence extends Row<typeof licence> {}
