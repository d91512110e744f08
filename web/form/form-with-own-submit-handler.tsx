import { Button } from 'antd';
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { useOnUnmount } from '#web/feedback/use-on-unmount.ts';
import { FormErrorSummary } from '#web/form/field/form-error-summary.tsx';
import { formLevelErrorText } from '#web/form/state/form-level-error-text.ts';
import { isCancelled, WireError } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { FormFields } from './field/form-fields-by-section.tsx';
import type { FormValues } from './state/initial-changed-and-sent-form-values.ts';
import { useSaveShortcut } from './state/use-save-shortcut.ts';
import { useUnloadGuard } from './unsaved/warn-before-leaving-unsaved-form.ts';
import './field/form.css';

const texts = {
  save: text('保存', 'Save'),
  saved: text('已保存', 'Saved'),
  unchanged: text('没有需要保存的修改', 'No changes to save'),
};

interface SentFormProps extends Pick<ComponentProps<typeof FormFields>, 'form' | 'notes' | 'names'> {
  readonly id?: string;
  readonly className?: string;
  readonly label?: string;
  /** Above the fields. */
  readonly heading?: ReactNode;
  readonly disabled?: boolean;
  /** Hides the form, which stays mounted with its values. */
  readonly hidden?: boolean;
  /** Text of the button, and what is said when it is done. Default: “Save”, “Saved”. */
  readonly saveText?: string;
  readonly savedText?: string;
  /** Buttons beside “Save”. */
  readonly buttons?: ReactNode;
  /** The values to send. If there are none, nothing is sent. Undefined: they are not complete. */
  values(): FormValues | undefined;
  send(values: FormValues): Promise<void>;
  /** Handles a refusal. Returns true if it was handled. */
  onRefused?(error: WireError): Promise<boolean>;
  onDirty(dirty: boolean): void;
}

/**
 * A form that is sent to a call of its own rather than to a resource: saved by button and Ctrl+S, guarded against
 * leaving, with errors at their fields or above them.
 */
export function FormWithOwnSubmitHandler({
  form,
  notes,
  names,
  disabled = false,
  values,
  send,
  onRefused,
  onDirty,
  saveText = translate(texts.save),
  savedText = translate(texts.saved),
  ...frame
}: SentFormProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const element = useRef<HTMLFormElement>(null);
  const latestOnDirty = useRef(onDirty);
  latestOnDirty.current = onDirty;
  useSaveShortcut(element);
  useUnloadGuard(form.dirty);
  useEffect(() => latestOnDirty.current(form.dirty), [form.dirty]);
  useOnUnmount(() => latestOnDirty.current(false));

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(undefined);
    const sent = busy ? undefined : values();
    if (!sent) return;
    if (Object.keys(sent).length === 0) {
      toast.info(translate(texts.unchanged));
      return;
    }
    setBusy(true);
    try {
      await send(sent);
      toast.success(savedText);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      if (isCancelled(error)) return;
      const others = form.refuse(error.errors);
      if (await onRefused?.(error)) return;
      if (!error.errors || others.length > 0) setProblem(formLevelErrorText(error, others));
    } finally {
      setBusy(false);
    }
  };
  const { id, className, label, heading, hidden, buttons } = frame;
  return (
    <form
      ref={element}
      id={id}
      className={`xj-form${className === undefined ? '' : ` ${className}`}`}
      noValidate
      hidden={hidden}
      aria-label={label}
      onSubmit={(event) => void save(event)}
    >
      {heading}
      {problem && (
        <div className="xj-form-note" data-tone="bad" role="alert">
          {problem}
        </div>
      )}
      <FormErrorSummary form={form} />
      <FormFields form={form} disabled={disabled} {...(notes ? { notes } : {})} {...(names ? { names } : {})} />
      {(!disabled || buttons) && (
        <div className="xj-form-buttons">
          {!disabled && (
            <Button type="primary" htmlType="submit" loading={busy}>
              {saveText}
            </Button>
          )}
          {buttons}
        </div>
      )}
    </form>
  );
}
