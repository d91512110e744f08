import { text } from '#kernel/text/text.ts';
import { useUserPreference } from '#web/http/user-preference-stored-on-server.ts';
import { useText } from '#web/i18n/locale.ts';
import { helpPreferenceKeys } from './help-preference-keys.ts';
import './help.css';

const texts = {
  offer: text(
    '第一次使用？用一分钟认识界面，五步。',
    'First time here? Get to know the interface in one minute, five steps.',
  ),
  start: text('开始', 'Start'),
  skip: text('不用了', 'No thanks'),
};

/** Offers the tour once per account, on the dashboard; afterwards it starts from the help. */
export function GuidedTourOffer({ onStart }: { onStart: () => void }) {
  const t = useText();
  const { value, ready, save } = useUserPreference(helpPreferenceKeys.tour);
  if (!ready || value) return null;
  return (
    <aside className="xj-tour-offer">
      <p>{t(texts.offer)}</p>
      <button
        type="button"
        className="xj-button"
        onClick={() => {
          save(true);
          onStart();
        }}
      >
        {t(texts.start)}
      </button>
      <button type="button" className="xj-button" onClick={() => save(true)}>
        {t(texts.skip)}
      </button>
    </aside>
  );
}
