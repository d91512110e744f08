import { Button } from 'antd';
import { useState } from 'react';
import { field } from '#kernel/field/field.ts';
import { mailSettings, smsSettings } from '#kernel/settings/email-and-sms-settings.ts';
import { text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { FormDialog } from '#web/form/dialog-with-form.tsx';
import { FormFields } from '#web/form/field/form-fields-by-section.tsx';
import type { FormValues } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { useFormState } from '#web/form/state/use-form-state.ts';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';

const texts = {
  mail: text('发送测试邮件', 'Send test e-mail'),
  mailSent: text('测试邮件已发出', 'Test e-mail sent'),
  send: text('发送', 'Send'),
  sms: text('发送测试短信到我的手机', 'Send test SMS to my mobile'),
  smsSent: text('已加入短信队列，结果见短信队列', 'Added to the SMS queue; see the SMS queue for the result'),
  save: text('请先保存', 'Save first'),
};

const to = { testMail: field.email(text('收件人', 'Recipient'), { required: true }) };

interface TestSettingsButtonProps {
  readonly section: string;
  readonly values: FormValues;
  readonly dirty: boolean;
}

/** Button to test the settings of a section: mail with the values in the form, SMS with the saved ones. */
export function TestMailOrSmsButton({ section, values, dirty }: TestSettingsButtonProps) {
  if (section === mailSettings.name) return <TestMail values={values} />;
  return section === smsSettings.name ? <TestSms dirty={dirty} /> : null;
}

function TestMail({ values }: { values: FormValues }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>{translate(texts.mail)}</Button>
      {asking && <MailDialog values={values} onClose={() => setAsking(false)} />}
    </>
  );
}

function MailDialog({ values, onClose }: { values: FormValues; onClose(): void }) {
  const form = useFormState(to);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async (): Promise<void> => {
    setProblem(undefined);
    if (busy || !form.check()) return;
    setBusy(true);
    try {
      const smtp = Object.fromEntries(Object.entries(values).map(([name, value]) => [`smtp_${name}`, value]));
      await post('/admin/routine.config/sendTestMail', { ...smtp, ...form.values }, { quiet: true, area: 'admin' });
      toast.success(translate(texts.mailSent));
      onClose();
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      if (isCancelled(error)) return;
      const others = form.refuse(error.errors);
      if (!error.errors || others.length > 0) setProblem(error.errors ? others.join(' ') : error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={translate(texts.mail)}
      okText={translate(texts.send)}
      busy={busy}
      dirty={form.dirty}
      className="xj-form"
      onOk={() => void send()}
      onClose={onClose}
    >
      {problem && (
        <div className="xj-form-note" data-tone="bad" role="alert">
          {problem}
        </div>
      )}
      <FormFields form={form} />
    </FormDialog>
  );
}

function TestSms({ dirty }: { dirty: boolean }) {
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await post('/admin/message.sms/test', {}, { area: 'admin' });
      toast.success(translate(texts.smsSent));
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      loading={busy}
      disabled={dirty}
      title={dirty ? translate(texts.save) : undefined}
      onClick={() => void send()}
    >
      {translate(texts.sms)}
    </Button>
  );
}
