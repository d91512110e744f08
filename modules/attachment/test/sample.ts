/** Sample values: a topic must be an identifier, and the hash of an original has 64 digits. */
export const attachmentSamples = { 'routine/attachment': { topic: 'sample', reduced_from: 'a'.repeat(64) } };
