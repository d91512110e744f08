import { Modal, type ModalProps } from 'antd';
import { useRef } from 'react';
import { focusFirstField } from '#web/feedback/focus-first-field-and-return.ts';

/** antd's modal, with the focus in its first field instead of on its close button. */
export function Dialog({ children, ...props }: ModalProps) {
  const body = useRef<HTMLDivElement>(null);
  return (
    <Modal {...props} afterOpenChange={(open) => void (open && focusFirstField(body.current))}>
      <div ref={body}>{children}</div>
    </Modal>
  );
}
