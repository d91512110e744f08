import { useState } from 'react';
import { field } from '#kernel/field.ts';
import { text } from '#kernel/text.ts';
import { AskDialog } from '#web/form/ask-dialog.tsx';
import { FieldForm } from '#web/form/field-form.tsx';
import { useFieldForm } from '#web/form/use-field-form.ts';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { goTo } from '#web/http/navigator.ts';
import { useText } from '#web/i18n/locale.ts';
import { forget } from '#web/session/session.ts';

const words = {
  title: text('注销账号', 'Delete my account'),
  ok: text('永久注销', 'Delete it for good'),
  gone: text(
    '立即清空：账号名、昵称、手机、邮箱、头像、生日、签名，以及所有登录。',
    'Emptied at once: account name, name, mobile, e-mail, picture, birthday, motto, and every sign-in.',
  ),
  kept: text(
    '依法保存：您代表企业办理的事项与操作记录（网络安全法第二十一条：不少于六个月）、余额与积分的变动。',
    'Kept by law: what you did for enterprises and the log of it (Cybersecurity Law Art. 21: six months at least), and changes of balance and score.',
  ),
  first: text(
    '您仍是企业负责人或余额未结清时不能注销。',
    'Not while you own an enterprise, or have a balance that is not settled.',
  ),
};

const fields = { password: field.password(text('当前密码', 'Current password'), { required: true }) };

/** Says what goes and what stays, and asks for the password. */
export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const say = useText();
  const form = useFieldForm(fields);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const send = async (): Promise<void> => {
    if (!form.check()) return;
    setBusy(true);
    setProblem('');
    try {
      await post('/api/account/remove', form.values, { quiet: true, successMessage: true, area: 'api' });
      forget('member');
      goTo('/user/login', { replace: true });
    } catch (error) {
      if (isCancelled(error)) return;
      if (!(error instanceof WireError)) throw error;
      form.refuse(error.errors);
      if (!error.errors) setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <AskDialog
      title={say(words.title)}
      okText={say(words.ok)}
      danger
      busy={busy}
      dirty={form.dirty}
      className="xj-bind"
      onOk={() => void send()}
      onClose={onClose}
    >
      {problem && (
        <p className="xj-form-note" data-tone="bad" role="alert">
          {problem}
        </p>
      )}
      <p>{say(words.gone)}</p>
      <p>{say(words.kept)}</p>
      <p>{say(words.first)}</p>
      <FieldForm form={form} disabled={busy} />
    </AskDialog>
  );
}
