import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import './steps-after-password.css';

const texts = {
  title: text('备用码', 'Recovery codes'),
  lead: text(
    '手机丢失时用备用码登录，每个只能用一次。请打印或抄下，放在别处；关闭后不再显示。',
    'Use a recovery code to sign in if you lose your phone; each works once. Print or write them down and keep them elsewhere: they are not shown again after closing.',
  ),
  save: text('下载', 'Download'),
  saved: text('已妥善保存', 'I have saved them'),
};

/** Recovery codes to write down, shown once. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const t = useText();
  return (
    <section className="xj-recovery" aria-label={t(texts.title)}>
      <h2>{t(texts.title)}</h2>
      <p>{t(texts.lead)}</p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="xj-step-ways">
        <a
          className="xj-button"
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`}
        >
          {t(texts.save)}
        </a>
        <button type="button" className="xj-button" data-tone="primary" onClick={onSaved}>
          {t(texts.saved)}
        </button>
      </div>
    </section>
  );
}
