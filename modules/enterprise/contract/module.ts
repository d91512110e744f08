import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { ownershipClaim } from './claim-to-own-enterprise-record.ts';
import { enterprise } from './enterprise.ts';
import { enterpriseMapLayer } from './enterprise-map-layer.ts';
import { enterpriseMembershipsScreen } from './enterprise-memberships-screen.ts';
import { enterpriseWallPanels } from './enterprise-wall-panels.ts';
import { licence } from './licence.ts';
import { enterpriseMemberLog } from './log-of-operations-by-members-for-their-enterprise.ts';
import { personOfEnterprise } from './person-of-enterprise.ts';
import { deposit } from './quality-deposit.ts';
import { publicEnterprisePage, registerPage } from './registration-and-supervision-code-pages.ts';
import { staff } from './staff.ts';
import { suspensionDecisionDocument } from './suspension-decision-document.ts';

export const enterpriseModule = module_({
  name: 'enterprise',
  label: text('企业管理', 'Enterprises'),
  icon: 'bank',
  weigh: 90,
  pages: [registerPage, publicEnterprisePage],
  panels: enterpriseWallPanels,
  mapLayers: [enterpriseMapLayer],
  documents: [suspensionDecisionDocument],
  entries: [enterprise, licence, deposit, staff, ownershipClaim, personOfEnterprise, enterpriseMemberLog],
  member: [enterpriseMembershipsScreen],
});
