import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { text } from '#kernel/text.ts';
import { get, isCancelled } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { openCodeReader } from './read-codes.ts';
import './scan.css';

const words = {
  point: text('将二维码对准取景框', 'Point the camera at a code'),
  looking: text('正在打开记录…', 'Opening the record…'),
  noCamera: text(
    '不能使用相机，可以拍照识别，或输入编码',
    'The camera cannot be used: take a picture, or type the code',
  ),
  picture: text('拍照或从相册选择', 'Take or choose a picture'),
  noCode: text('这张图片里没有识别到二维码', 'There is no code to be read in this picture'),
  typed: text(
    '监管码、查询编号、信用代码、文书号或验证码',
    'Supervision, query, credit, document or verification code',
  ),
  open: text('打开', 'Open'),
};

/** Ms between two looks at what the camera shows: a code held still is read at once, and a phone stays cool. */
const pause = 200;

/** `/admin/enterprise/enterprise/12` of an address of this very platform. */
function recordPath(said: string): string | undefined {
  if (!URL.canParse(said)) return undefined;
  const { origin, pathname } = new URL(said);
  return origin === window.location.origin && /^\/admin\/\w+\/\w+\/\d+\/?$/.test(pathname) ? pathname : undefined;
}

/** Opens the record a code leads to: scanned by the camera, read from a picture, or typed. */
export function ScanPane({ onClose }: { onClose: () => void }) {
  const say = useText();
  const navigate = useNavigate();
  const id = useId();
  const [said, setSaid] = useState(say(words.point));
  const [typed, setTyped] = useState('');
  const tried = useRef('');
  const open = useCallback(
    async (code: string): Promise<void> => {
      if (code === tried.current) return;
      tried.current = code;
      const path = recordPath(code);
      try {
        setSaid(say(words.looking));
        const found = path ?? (await addressOfCode(code));
        onClose();
        void navigate(found);
      } catch (error) {
        if (!isCancelled(error)) setSaid(error instanceof Error ? error.message : String(error));
      }
    },
    [navigate, onClose, say],
  );
  const { video, seen } = useCamera(open, () => setSaid(say(words.noCamera)));
  const readPicture = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const image = await createImageBitmap(file).catch(() => undefined);
    const code = image && (await (await openCodeReader()).read(image).catch(() => undefined));
    tried.current = '';
    if (code) await open(code);
    else setSaid(say(words.noCode));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    tried.current = '';
    if (typed.trim() !== '') void open(typed.trim());
  };
  return (
    <div className="xj-scan">
      <video ref={video} playsInline muted hidden={!seen} />
      <p role="status">{said}</p>
      <label className="xj-button xj-scan-picture">
        {say(words.picture)}
        <input
          type="file"
          accept="image/*"
          capture="environment"
          onChange={(event) => void readPicture(event.target.files?.[0])}
        />
      </label>
      <form onSubmit={submit}>
        <label htmlFor={id}>{say(words.typed)}</label>
        <div>
          <input
            id={id}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
          <button type="submit" className="xj-button" data-tone="primary">
            {say(words.open)}
          </button>
        </div>
      </form>
    </div>
  );
}

async function addressOfCode(code: string): Promise<string> {
  const { resource, id } = await get<{ resource: string; id: number }>('/admin/search/code', { code }, { quiet: true });
  return `/admin/${resource}/${id}`;
}

/** Shows what the camera sees while the pane stands, and tells every code in it. */
function useCamera(onCode: (code: string) => Promise<void>, onNone: () => void) {
  const video = useRef<HTMLVideoElement>(null);
  const [seen, setSeen] = useState(false);
  const told = useRef({ onCode, onNone });
  told.current = { onCode, onNone };
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
      const reader = await openCodeReader();
      while (!over) {
        const code = element.videoWidth > 0 ? await reader.read(element).catch(() => undefined) : undefined;
        if (code && !over) await told.current.onCode(code);
        await new Promise((done) => setTimeout(done, pause));
      }
    };
    watch().catch(() => {
      if (!over) told.current.onNone();
    });
    return () => {
      over = true;
      stop(stream);
    };
  }, []);
  return { video, seen };
}

/** The camera goes off: its light tells people whether they are filmed. */
const stop = (stream: MediaStream | undefined): void => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};
