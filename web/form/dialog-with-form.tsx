import { Button, Modal } from 'antd';
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useEffect, useId, useRef } from 'react';
import { text } from '#kernel/text/text.ts';
import { focusFirstField, useReturnFocusOnClose } from '#web/feedback/focus-first-field-and-return.ts';
import { confirmLeave, useUnloadGuard } from '#web/form/unsaved/warn-before-leaving-unsaved-form.ts';
import { translate } from '#web/i18n/locale.ts';

const texts = { cancel: text('取消', 'Cancel') };

interface FormDialogProps {
  readonly title: string;
  readonly okText: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly width?: number;
  /** Whether the fields have unsaved changes, so that closing asks first. */
  readonly dirty: boolean;
  /** Whether a draft is stored. The question on closing says so. */
  readonly draft?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
  onOk(): void;
  onClose(): void;
}

/**
 * Scrolls to the refusal that a request leaves above the fields: whoever sent a long form is at its end. An invalid field, which
 * gets the focus, is in sight anyway.
 */
function useRefusalInSight(form: RefObject<HTMLFormElement | null>, busy: boolean): void {
  const wasBusy = useRef(false);
  useEffect(() => {
    const ended = wasBusy.current && !busy;
    wasBusy.current = busy;
    if (!ended || document.activeElement?.matches('[aria-invalid="true"]')) return;
    form.current?.querySelector('.xj-form-note[data-tone="bad"]')?.scrollIntoView({ block: 'nearest' });
  }, [form, busy]);
}

/** Where the focus begins, and how the dialog is sent and closed. */
function useFormDialog({ danger, busy, disabled, dirty, draft = false, onOk, onClose }: FormDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  useUnloadGuard(dirty);
  useReturnFocusOnClose();
  const cancel = useRef<HTMLButtonElement>(null);
  const ok = useRef<HTMLButtonElement>(null);
  // without a field, Enter confirms the dialog; a dangerous one it cancels
  const begin = useCallback(() => {
    if (!focusFirstField(form.current)) (danger ? cancel : ok).current?.focus();
  }, [danger]);
  useEffect(begin, [begin]);

  useRefusalInSight(form, busy ?? false);

  const isPrompting = useRef(false);
  const close = async () => {
    if (busy || isPrompting.current) return;
    isPrompting.current = true;
    const leaves = !dirty || (await confirmLeave({ draft }));
    isPrompting.current = false;
    if (leaves) onClose();
    else begin();
  };
  const send = () => {
    if (!busy && !disabled) onOk();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  return { form, cancel, ok, begin, close, send, onKey };
}

/**
 * A dialog with a form. The focus begins in the first field, or at a button; Enter in a line and Ctrl+Enter anywhere
 * send it; closing with unsaved changes asks first.
 */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    okText,
    danger = false,
    busy = false,
    disabled = false,
    width = 480,
    className = '',
    children,
  } = props;
  const id = useId();
  const { form, cancel, ok, begin, close, send, onKey } = useFormDialog(props);
  return (
    <Modal
      open
      title={title}
      width={width}
      onCancel={() => void close()}
      afterOpenChange={(open) => open && begin()}
      // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of everything in the dialog
      modalRender={(dialog) => <div onKeyDown={onKey}>{dialog}</div>}
      footer={[
        <Button key="cancel" ref={cancel} onClick={() => void close()}>
          {translate(texts.cancel)}
        </Button>,
        <Button
          key="ok"
          ref={ok}
          type="primary"
          htmlType="submit"
          form={id}
          danger={danger}
          loading={busy}
          disabled={disabled}
        >
          {okText}
        </Button>,
      ]}
    >
      <form
        ref={form}
        id={id}
        className={className}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {children}
      </form>
    </Modal>
  );
}
