/** Date of the newest release note (`release-notes.ts`), in a file of its own so that the header does not load the notes. */
export const latestReleaseNoteDate = '2026-11-22';
