import { expect, test } from 'vitest';
import { latestReleaseNoteDate } from './latest-release-note-date.ts';
import { releaseNotes } from './release-notes.ts';

test('the header has the newest release note, and notes are newest first', () => {
  expect(releaseNotes[0]?.date).toBe(latestReleaseNoteDate);
  expect(releaseNotes.map((one) => one.date)).toEqual(
    releaseNotes
      .map((one) => one.date)
      .toSorted()
      .toReversed(),
  );
});
