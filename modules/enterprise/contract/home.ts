import { inDays, today } from '#kernel/guard.ts';
import type { Beginning, HomeLine } from '#kernel/home.ts';
import { text } from '#kernel/text.ts';
import { enterprise } from './enterprise.ts';
import { invitationScreen } from './invitation.ts';
import { licence } from './licence.ts';
import { person } from './person.ts';
import { staff } from './staff.ts';

/** Days before the end of a contract that its enterprise is told of it. */
const contractDays = 30;

/** What an enterprise's own people are to see to. */
export const enterpriseHome: readonly HomeLine[] = [
  {
    of: person.name,
    label: text('待答复的企业邀请', 'Invitations to answer'),
    tone: 'warning',
    mobile: 'mobile',
    where: [
      ['status', '=', 'invited'],
      ['invited_until', '>=', today],
    ],
    to: invitationScreen.name,
  },
  {
    of: enterprise.name,
    label: text('停业整顿中的企业', 'Enterprises ordered to suspend'),
    tone: 'bad',
    where: [['status', '=', 'suspended']],
  },
  {
    of: licence.name,
    label: text('已过期的许可证', 'Licences that have expired'),
    tone: 'bad',
    where: [['validity', '=', 'expired']],
  },
  {
    of: licence.name,
    label: text('即将到期的许可证', 'Licences about to expire'),
    tone: 'warning',
    where: [['validity', '=', 'expiring']],
  },
  {
    of: enterprise.name,
    label: text('营业执照将到期的企业', 'Business licences about to expire'),
    tone: 'warning',
    where: [
      ['license_expire', '<=', inDays(contractDays)],
      ['status', 'IN', ['active', 'change_pending', 'suspended']],
    ],
  },
  {
    of: staff.name,
    label: text('合同将到期的从业人员', 'Staff whose contracts end'),
    tone: 'warning',
    where: [
      ['employment', '=', 'employed'],
      ['contract_to', '<=', inDays(contractDays)],
    ],
  },
];

export const enterpriseBeginnings: readonly Beginning[] = [
  {
    label: text('登记企业', 'Register an enterprise'),
    text: text(
      '旅行社、景区、饭店、客运等文旅经营者在此登记，由主管部门审核。',
      'Agencies, scenic areas, hotels, coach firms and others register here and are audited by the authority.',
    ),
    to: '/enterprise/register',
  },
  {
    label: text('认领企业', 'Claim an enterprise'),
    text: text(
      '企业已在册、尚无人管理的，凭统一社会信用代码认领。',
      'One that is on record and run by nobody is claimed by its credit code.',
    ),
    to: '/enterprise/register',
  },
  {
    label: text('接受邀请', 'Accept an invitation'),
    text: text(
      '企业负责人邀请了您的手机号，凭短信中的邀请码加入。',
      'Whoever owns an enterprise invited your mobile: join with the code you received.',
    ),
    to: `/user/${invitationScreen.name}`,
  },
];
