import { useMemo, useState } from 'react';
import type { Fields } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { FormDialog } from '#web/form/dialog-with-form.tsx';
import { FormFields } from '#web/form/field/form-fields-by-section.tsx';
import { formLevelErrorText } from '#web/form/state/form-level-error-text.ts';
import { useFormState } from '#web/form/state/use-form-state.ts';
import { isCancelled, WireError } from '#web/http/client.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { useResource } from '#web/resource/declaration-loader.ts';
import { type FollowedView, subscribeToView } from '#web/table/views/subscribe-to-view.ts';
import { subscriptionName } from './shared-views-and-subscriptions-query.ts';

const texts = {
  title: text('定时发给我', 'Send me this regularly'),
  ok: text('确定', 'OK'),
  done: text('到时会发给您', 'It will be sent to you'),
};

/** The fields of a subscription that say when and how its file is sent. */
function fieldsOfSending(subscription: AnyResource | undefined, name: string): Fields {
  if (!subscription) return {};
  const { every, weekday, month_day, hour, format, language, by_mail } = subscription.fields;
  if (!every || !weekday || !month_day || !hour || !format || !language || !by_mail || !subscription.fields.name)
    return {};
  // the form is of files only
  const { shownWhen: _1, requiredWhen: _2, ...always } = every;
  const { shownWhen: _3, ...anyHour } = hour;
  const { shownWhen: _4, ...anyFormat } = format;
  return {
    name: { ...subscription.fields.name, initial: name },
    every: { ...always, required: true },
    weekday,
    month_day,
    hour: anyHour,
    format: anyFormat,
    language: { ...language, initial: currentLocale() },
    by_mail,
  };
}

interface SendViewFormProps {
  readonly list: AnyResource;
  readonly view: FollowedView;
  onClose(): void;
}

/** Asks when the file of a view is sent, in which format and language, and whether by e-mail too. */
export default function SendViewByEmailForm(props: SendViewFormProps) {
  const subscription = useResource(subscriptionName);
  return subscription ? <LoadedSendViewForm {...props} subscription={subscription} /> : null;
}

function LoadedSendViewForm({ list, view, subscription, onClose }: SendViewFormProps & { subscription: AnyResource }) {
  const fields = useMemo(() => fieldsOfSending(subscription, view.name), [subscription, view.name]);
  const form = useFormState(fields);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async () => {
    if (!form.check()) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await subscribeToView(list, view, form.values);
      toast.success(translate(texts.done));
      onClose();
    } catch (error) {
      if (isCancelled(error)) return;
      if (!(error instanceof WireError)) throw error;
      const others = form.refuse(error.errors);
      if (!error.errors || others.length > 0) setProblem(formLevelErrorText(error, others));
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={translate(texts.title)}
      okText={translate(texts.ok)}
      width={440}
      busy={busy}
      dirty={form.dirty}
      onOk={() => void send()}
      onClose={onClose}
    >
      {problem && (
        <p className="xj-form-note" data-tone="bad" role="alert">
          {problem}
        </p>
      )}
      <FormFields form={form} disabled={busy} />
    </FormDialog>
  );
}
