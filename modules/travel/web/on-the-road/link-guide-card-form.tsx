import { type FormEvent, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { isCancelled, post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';

const texts = {
  title: text('绑定导游证', 'Link guide card'),
  lead: text(
    '填写导游证号和身份证号；账号的手机须与登记的一致。手机已更换的，请携证件到主管部门办理绑定。',
    'Enter your guide card and ID card numbers. The mobile of your account must match the one on record. If your mobile has changed, bring your documents to the authority.',
  ),
  card: text('导游证号', 'Guide card number'),
  id: text('身份证号', 'ID card number'),
  bind: text('绑定', 'Link'),
};

/** Form that links the account to a guide card. */
export function LinkGuideCardForm({ onDone }: { onDone(): void }) {
  const t = useText();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = { card_no: String(form.get('card_no')), id_no: String(form.get('id_no')) };
    setBusy(true);
    setProblem('');
    try {
      await post('/api/crew.guide/bind', body, { area: 'api', quiet: true, successMessage: true });
      onDone();
    } catch (error) {
      if (!isCancelled(error)) setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="xj-road-card" onSubmit={(event) => void send(event)}>
      <h2>{t(texts.title)}</h2>
      <p>{t(texts.lead)}</p>
      <label>
        {t(texts.card)}
        <input name="card_no" required maxLength={40} autoComplete="off" autoCapitalize="characters" />
      </label>
      <label>
        {t(texts.id)}
        <input name="id_no" required maxLength={40} autoComplete="off" autoCapitalize="characters" />
      </label>
      {problem && <p role="alert">{problem}</p>}
      <button type="submit" className="xj-button" data-tone="primary" disabled={busy}>
        {t(texts.bind)}
      </button>
    </form>
  );
}
