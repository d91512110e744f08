import type { Screen } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** Screen on which a member accepts invitations, leaves an enterprise, or transfers it. */
export const enterpriseMembershipsScreen = {
  name: 'enterprise/invitation',
  label: text('邀请与转让', 'Invitations'),
  icon: 'usergroup-add',
} as const satisfies Screen;
