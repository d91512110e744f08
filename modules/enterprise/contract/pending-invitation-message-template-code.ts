/** Name of the message template of a pending invitation. */
export const pendingInvitationMessageTemplateCode = 'invitation_waits';
