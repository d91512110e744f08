import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { isCancelled } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { RepeatedCodeFilter } from './ignore-scanned-code-until-another-or-its-failure.ts';
import { openBarcodeReader } from './open-barcode-reader.ts';
import './scan.css';

const texts = {
  point: text('将二维码对准取景框', 'Point the camera at the QR code'),
  noCamera: text(
    '不能使用相机，可以拍照识别，或输入编码',
    'The camera cannot be used. Take a photo to scan, or enter the code',
  ),
  picture: text('拍照或从相册选择', 'Take a photo or choose from album'),
  noCode: text('这张图片里没有识别到二维码', 'No QR code found in this picture'),
};

/** Ms between two reads of the camera picture: fast enough for a steady code, and easy on the battery. */
const pause = 200;

interface ScanViewProps {
  /** Handles the content of a code; `showStatus` shows progress and errors. */
  onCode(code: string, showStatus: (text: string) => void): Promise<void> | void;
  /** Shown below: an input for codes that cannot be scanned. */
  children?: ReactNode;
}

/** Scans codes with the camera or from a picture. Only the decoded text leaves the device. */
export function CodeScannerView({ onCode, children }: ScanViewProps) {
  const t = useText();
  const [status, setStatus] = useState(t(texts.point));
  const attempts = useRef(new RepeatedCodeFilter());
  const open = useCallback(
    async (code: string): Promise<void> => {
      if (!attempts.current.begin(code, Date.now())) return;
      try {
        await onCode(code, setStatus);
      } catch (error) {
        attempts.current.fail(Date.now());
        if (!isCancelled(error)) setStatus(error instanceof Error ? error.message : String(error));
      }
    },
    [onCode],
  );
  const { video, seen } = useCamera(open, () => setStatus(t(texts.noCamera)));
  const readPicture = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const image = await createImageBitmap(file).catch(() => undefined);
    const code = image && (await (await openBarcodeReader()).read(image).catch(() => undefined));
    attempts.current.reset();
    if (code) await open(code);
    else setStatus(t(texts.noCode));
  };
  return (
    <div className="xj-scan">
      <video ref={video} playsInline muted hidden={!seen} />
      <p role="status">{status}</p>
      <label className="xj-button xj-scan-picture">
        {t(texts.picture)}
        <input
          type="file"
          accept="image/*"
          capture="environment"
          onChange={(event) => void readPicture(event.target.files?.[0])}
        />
      </label>
      {children}
    </div>
  );
}

/** Shows the camera picture while the component is mounted, and reports every code in it. */
function useCamera(onCode: (code: string) => Promise<void>, onNone: () => void) {
  const video = useRef<HTMLVideoElement>(null);
  const [seen, setSeen] = useState(false);
  const handlers = useRef({ onCode, onNone });
  handlers.current = { onCode, onNone };
  useEffect(() => {
    let over = false;
    let stream: MediaStream | undefined;
    const watch = async (): Promise<void> => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      const element = video.current;
      if (over || !element) return stop(stream);
      element.srcObject = stream;
      await element.play();
      setSeen(true);
      const reader = await openBarcodeReader();
      while (!over) {
        const code = element.videoWidth > 0 ? await reader.read(element).catch(() => undefined) : undefined;
        if (code && !over) await handlers.current.onCode(code);
        await new Promise((done) => setTimeout(done, pause));
      }
    };
    watch().catch(() => {
      if (!over) handlers.current.onNone();
    });
    return () => {
      over = true;
      stop(stream);
    };
  }, []);
  return { video, seen };
}

/** Switches the camera off: its light tells people whether they are filmed. */
const stop = (stream: MediaStream | undefined): void => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};
