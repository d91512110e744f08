import { today } from '#kernel/declaration/row-condition-and-move-guard.ts';
import type { MemberHomeLine } from '#kernel/module/member-home-page-declaration.ts';
import { text } from '#kernel/text/text.ts';
import { inForceInsurancePolicyStates, insurancePolicy } from './insurance-policy.ts';

/** Lines on the member home page: no agency may operate a day without liability insurance (旅游法 Art. 56, 97). */
export const uninsuredAndExpiringPolicyLines: readonly MemberHomeLine[] = [
  {
    of: 'enterprise/enterprise',
    label: text('今日没有有效责任险的旅行社', 'Agencies without valid liability insurance today'),
    tone: 'bad',
    where: [
      ['ent_type', '=', 'agency'],
      ['status', 'IN', ['active', 'change_pending', 'suspended']],
    ],
    lacks: {
      of: insurancePolicy.name,
      by: 'enterprise_id',
      where: [
        ['kind', '=', 'liability'],
        ['verification', '=', 'verified'],
        ['status', 'IN', inForceInsurancePolicyStates],
        ['from_on', '<=', today],
        ['to_on', '>=', today],
      ],
    },
    to: `${insurancePolicy.name}?form=add`,
  },
  {
    of: insurancePolicy.name,
    label: text('将到期的保单', 'Policies expiring soon'),
    tone: 'warning',
    where: [
      ['validity', '=', 'expiring'],
      ['status', 'IN', inForceInsurancePolicyStates],
    ],
  },
];
