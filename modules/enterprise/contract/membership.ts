import type { Screen } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** Name of the message template of a pending invitation. */
export const invitationTemplateCode = 'invitation_waits';

/** Screen on which a member accepts invitations, leaves an enterprise, or transfers it. */
export const membershipScreen = {
  name: 'enterprise/invitation',
  label: text('邀请与转让', 'Invitations'),
  icon: 'usergroup-add',
} as const satisfies Screen;
