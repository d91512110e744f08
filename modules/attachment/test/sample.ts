/** Sample values: a topic must be an identifier. */
export const attachmentSamples = { 'routine/attachment': { topic: 'sample' } };
