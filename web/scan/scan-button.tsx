import { Modal } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { Icon } from '#web/theme/icon.tsx';

const label = text('扫码', 'Scan');

const ScanView = lazy(async () => ({ default: (await import('./code-scanner-view.tsx')).CodeScannerView }));

/** Scans one code with the camera or from a picture. */
export function ScanButton({ onFound }: { onFound(text: string): void }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="xj-button" onClick={() => setOpen(true)}>
        <Icon name="scan" /> {t(label)}
      </button>
      <Modal open={open} title={t(label)} onCancel={() => setOpen(false)} footer={null} width={440} destroyOnHidden>
        <Suspense fallback={null}>
          <ScanView
            onCode={(found) => {
              setOpen(false);
              onFound(found);
            }}
          />
        </Suspense>
      </Modal>
    </>
  );
}
