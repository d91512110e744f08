import type { Screen } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** The message by which an invitation waits in an inbox. */
export const invitationNotice = 'invitation_waits';

/** Where a member accepts invitations, leaves an enterprise, or hands it over. */
export const invitationScreen = {
  name: 'enterprise/invitation',
  label: text('邀请与转让', 'Invitations'),
  icon: 'usergroup-add',
} as const satisfies Screen;
