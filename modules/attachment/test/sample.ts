/** A topic is a word of ours. */
export const attachmentSamples = { 'routine/attachment': { topic: 'sample' } };
