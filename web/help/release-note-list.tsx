import { useEffect } from 'react';
import { useUserPreference } from '#web/http/user-preference-stored-on-server.ts';
import { useText } from '#web/i18n/locale.ts';
import { helpPreferenceKeys } from './help-preference-keys.ts';
import { latestReleaseNoteDate } from './latest-release-note-date.ts';
import { releaseNotes } from './release-notes.ts';
import './help.css';

/** The release notes. Opening them marks them as read. */
export function ReleaseNoteList() {
  const t = useText();
  const { value, ready, save } = useUserPreference(helpPreferenceKeys.changes);
  useEffect(() => {
    if (ready && value !== latestReleaseNoteDate) save(latestReleaseNoteDate);
  }, [ready, save, value]);
  return (
    <div className="xj-changes">
      {releaseNotes.map(({ date, notes }) => (
        <section key={date}>
          <h3>{date}</h3>
          <ul>
            {notes.map((note) => (
              <li key={note.en}>{t(note)}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
