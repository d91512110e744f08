import { useMemo, useState } from 'react';
import { field } from '#kernel/field/field.ts';
import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';
import { addDays, toShanghaiIso } from '#kernel/time/shanghai-time.ts';
import { toast } from '#web/feedback/toast.ts';
import { FormDialog } from '#web/form/dialog-with-form.tsx';
import { FormFields } from '#web/form/field/form-fields-by-section.tsx';
import { valuesOfNewRowToSend } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { useFormState } from '#web/form/state/use-form-state.ts';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { goTo } from '#web/http/navigate-by-router.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { translate } from '#web/i18n/locale.ts';
import { pathOf, refreshResource } from '#web/resource/resource-calls.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { itinerary } from '../../../contract/itinerary/team-itinerary.ts';

export interface OfferedTemplate {
  readonly id: number;
  readonly name: string;
  readonly day_count: number;
  readonly own: boolean;
  readonly agency: string;
}

interface Made {
  readonly id: number;
  readonly unresolved: readonly { readonly label: string }[];
}

const texts = {
  template: text('产品模板', 'Template'),
  start: text('出发日期', 'Departure date'),
  make: text('生成草稿', 'Create draft'),
  of: text('{name}（{n} 天）', '{name} ({n} {n|day|days})'),
  recommended: text('{name}（{n} 天，推荐）', '{name} ({n} {n|day|days}, recommended)'),
  missing: text('待补充：{list}', 'To be completed: {list}'),
};

const named = ({ name, day_count, own }: OfferedTemplate): Text => {
  const called = (locale: Locale) => textIn(own ? texts.of : texts.recommended, locale, { name, n: day_count });
  return text(called('zh-cn'), called('en'));
};

interface QuickItineraryDialogProps {
  readonly title: string;
  readonly templates: readonly OfferedTemplate[];
  /** Called when no template is left. */
  onNone(): void;
  onClose(): void;
}

/** Dialog for template and departure date; the draft then opens in its form. */
export default function CreateItineraryFromTemplateDialog({
  title,
  templates,
  onNone,
  onClose,
}: QuickItineraryDialogProps) {
  const fields = useMemo(() => {
    const options: Readonly<Record<string, Text>> = Object.fromEntries(templates.map((one) => [one.id, named(one)]));
    const tomorrow = addDays(toShanghaiIso(serverNow() * 1000).slice(0, 10), 1);
    return {
      template_id: field.select(texts.template, { required: true, options, initial: String(templates[0]?.id ?? '') }),
      start_date: field.date(texts.start, { required: true, initial: tomorrow }),
    };
  }, [templates]);
  const form = useFormState(fields);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async () => {
    if (!form.check()) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const body = valuesOfNewRowToSend(form.values);
      const { id, unresolved } = await post<Made>(pathOf(itinerary, 'quickAdd'), body, { quiet: true });
      const list = unresolved.map(({ label }) => label).join('、');
      if (list) toast.info(translate(texts.missing, { list }));
      await refreshResource(itinerary.name);
      onClose();
      goTo(`${resourcePath(itinerary)}?edit=${id}`);
    } catch (error) {
      if (isCancelled(error)) return;
      if (!(error instanceof WireError)) throw error;
      if ((error.data as { reason?: string } | null)?.reason === 'no_template') {
        onClose();
        onNone();
        return;
      }
      const others = form.refuse(error.errors);
      if (!error.errors || others.length > 0) setProblem([error.message, ...others].join(' '));
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={title}
      okText={translate(texts.make)}
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
