import { useEffect } from 'react';
import { useText } from '#web/i18n/locale.ts';
import { usePreference } from '#web/table/preference.ts';
import { changes } from './changes.ts';
import { helpPreferenceKeys, latestChangeDate } from './latest-change.ts';
import './help.css';

/** The release notes. Opening them marks them as read. */
export function ChangeList() {
  const t = useText();
  const { value, ready, save } = usePreference(helpPreferenceKeys.changes);
  useEffect(() => {
    if (ready && value !== latestChangeDate) save(latestChangeDate);
  }, [ready, save, value]);
  return (
    <div className="xj-changes">
      {changes.map(({ date, notes }) => (
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
