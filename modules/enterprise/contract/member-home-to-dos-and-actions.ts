import { inDays } from '#kernel/declaration/row-condition-and-move-guard.ts';
import type { MemberFirstStep, MemberHomeAction, MemberHomeLine } from '#kernel/module/member-home-page-declaration.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { enterprise } from './enterprise.ts';
import { enterpriseMembershipsScreen } from './enterprise-memberships-screen.ts';
import { type EnterpriseType, licenceKinds } from './enterprise-options.ts';
import { licence } from './licence.ts';
import { personOfEnterprise } from './person-of-enterprise.ts';
import { staff } from './staff.ts';

/** Days before the end of a contract from which the enterprise is reminded. */
const contractDays = 30;

/** Licences by trade, and the types of enterprise that cannot trade without one. */
const trades: readonly {
  papers: Text;
  kinds: readonly (keyof typeof licenceKinds)[];
  types: readonly EnterpriseType[];
}[] = [
  { papers: licenceKinds.agency, kinds: ['agency'], types: ['agency'] },
  { papers: licenceKinds.transport, kinds: ['transport'], types: ['coach'] },
  {
    papers: text('住宿、卫生、食品与消防证照', 'Accommodation, hygiene, food and fire safety permits'),
    kinds: ['special_trade', 'hygiene', 'food', 'fire'],
    types: ['hotel'],
  },
  {
    papers: text('文化经营许可证', 'Culture business permits'),
    kinds: ['entertainment', 'internet', 'net_culture', 'performance', 'film', 'publication', 'printing'],
    types: ['entertainment', 'internet_cafe', 'net_culture', 'performance', 'film', 'publish'],
  },
  { papers: text('其他证照', 'Other licences and permits'), kinds: ['business', 'other'], types: [] },
];

/** Joins the name of a licence with what is said about it. */
const ofPapers = ({ 'zh-cn': zh, en }: Text, chinese: string, english: string): Text =>
  text(`${zh}${chinese}`, `${en}: ${english}`);

/** Lines about the licences of each trade: expired, expiring, and missing ones. */
const paperLines: readonly MemberHomeLine[] = [
  ...trades.map(
    ({ papers, kinds }): MemberHomeLine => ({
      of: licence.name,
      label: ofPapers(papers, '已过期', 'expired'),
      tone: 'bad',
      where: [
        ['validity', '=', 'expired'],
        ['kind', 'IN', kinds],
      ],
    }),
  ),
  ...trades.map(
    ({ papers, kinds }): MemberHomeLine => ({
      of: licence.name,
      label: ofPapers(papers, '将到期', 'about to expire'),
      tone: 'warning',
      where: [
        ['validity', '=', 'expiring'],
        ['kind', 'IN', kinds],
      ],
    }),
  ),
  ...trades
    .filter(({ types }) => types.length > 0)
    .map(
      ({ papers, kinds, types }): MemberHomeLine => ({
        of: enterprise.name,
        label: ofPapers(papers, '尚未登记，请添加', 'none on record, add yours'),
        tone: 'progress',
        where: [
          ['ent_type', 'IN', types],
          ['status', 'IN', ['active', 'change_pending', 'suspended']],
        ],
        lacks: {
          of: licence.name,
          by: 'enterprise_id',
          where: [
            ['kind', 'IN', kinds],
            ['status', '<>', 'withdrawn'],
          ],
        },
        to: `${licence.name}?form=add`,
      }),
    ),
  {
    of: enterprise.name,
    label: text('未登记等级的景区', 'Scenic areas without a grade on record'),
    tone: 'progress',
    where: [
      ['ent_type', '=', 'scenic'],
      ['grade', 'NULL'],
      ['status', '=', 'active'],
    ],
  },
];

/** Lines on the member home page that need the attention of an enterprise's members. */
export const enterpriseToDoLines: readonly MemberHomeLine[] = [
  {
    of: personOfEnterprise.name,
    label: text('待答复的企业邀请', 'Enterprise invitations to answer'),
    tone: 'warning',
    mobile: 'mobile',
    where: [
      ['status', '=', 'invited'],
      // ends at its time of day, not at midnight
      ['invited_until', 'NOT RANGE', 'overdue'],
    ],
    to: enterpriseMembershipsScreen.name,
  },
  {
    of: enterprise.name,
    label: text('停业整顿中的企业', 'Enterprises under suspension'),
    tone: 'bad',
    where: [['status', '=', 'suspended']],
  },
  ...paperLines,
  {
    of: enterprise.name,
    label: text('营业执照将到期的企业', 'Enterprises whose business licence expires soon'),
    tone: 'warning',
    where: [
      ['license_expire', '<=', inDays(contractDays)],
      ['status', 'IN', ['active', 'change_pending', 'suspended']],
    ],
  },
  {
    of: staff.name,
    label: text('合同将到期的从业人员', 'Staff whose contract expires soon'),
    tone: 'warning',
    where: [
      ['employment', '=', 'employed'],
      ['contract_to', '<=', inDays(contractDays)],
    ],
  },
];

/** Daily tasks of members of any enterprise. */
export const enterpriseActionsOnMemberHome: readonly MemberHomeAction[] = [
  { of: staff.name, label: text('登记从业人员', 'Add a member of staff') },
  { of: licence.name, label: text('登记证照', 'Add a licence') },
];

export const enterpriseFirstStepsOnMemberHome: readonly MemberFirstStep[] = [
  {
    label: text('登记企业', 'Register an enterprise'),
    text: text(
      '旅行社、景区、饭店、客运等文旅经营者在此登记，由主管部门审核。',
      'Travel agencies, scenic areas, hotels, coach operators and other businesses register here and are reviewed by the authority.',
    ),
    to: '/enterprise/register',
  },
  {
    label: text('认领企业', 'Claim an enterprise'),
    text: text(
      '企业已在册、尚无人管理的，凭统一社会信用代码认领。',
      'An enterprise on record that nobody manages can be claimed by its unified social credit code.',
    ),
    to: '/enterprise/register',
  },
  {
    label: text('接受邀请', 'Accept an invitation'),
    text: text(
      '企业负责人邀请了您的手机号，凭短信中的邀请码加入。',
      'The owner of an enterprise has invited your mobile number. Join with the code from the SMS.',
    ),
    to: `/user/${enterpriseMembershipsScreen.name}`,
  },
];
