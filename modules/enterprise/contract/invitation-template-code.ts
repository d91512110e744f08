/** Name of the message template of a pending invitation. */
export const invitationTemplateCode = 'invitation_waits';
