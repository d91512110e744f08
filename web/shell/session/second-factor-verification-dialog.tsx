import { useEffect, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { FormDialog } from '#web/form/dialog-with-form.tsx';
import { isCancelled, post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { useSecondFactorProofWithinSession } from '#web/sign-in/factor/use-second-factor-proof-within-session.tsx';

const texts = {
  title: text('验证本人', 'Verify identity'),
  lead: text(
    '您的账号已启用二次验证。验证一次，十分钟内有效。',
    'Your account has two-factor verification enabled. Verification is valid for ten minutes.',
  ),
  ok: text('验证', 'Verify'),
};

/** Dialog that asks for the user's second factor. */
export default function SecondFactorVerificationDialog({ onSettled }: { onSettled: (shown: boolean) => void }) {
  const t = useText();
  const { field, prove } = useSecondFactorProofWithinSession('member');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const send = async (): Promise<void> => {
    setBusy(true);
    setProblem('');
    try {
      const call = (proof: object) => post('/api/session/confirm', proof, { quiet: true, area: 'api' });
      if (await prove('', call)) onSettled(true);
    } catch (error) {
      if (!isCancelled(error)) setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const started = useRef(false);
  useEffect(() => {
    // Sent without a factor, the call is refused with the ways to prove it.
    if (started.current) return;
    started.current = true;
    void send();
  });
  return (
    <FormDialog
      title={t(texts.title)}
      okText={t(texts.ok)}
      busy={busy}
      dirty={false}
      width={400}
      className="xj-sign-form"
      onOk={() => void send()}
      onClose={() => onSettled(false)}
    >
      <p>{t(texts.lead)}</p>
      {problem && (
        <p className="xj-form-note" data-tone="bad" role="alert">
          {problem}
        </p>
      )}
      {field}
    </FormDialog>
  );
}
