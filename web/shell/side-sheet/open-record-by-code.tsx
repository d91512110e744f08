import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { parseUrl } from '#kernel/field/parse-scanned-code.ts';
import { text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { get, isCancelled } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { CodeScannerView } from '#web/scan/code-scanner-view.tsx';

const texts = {
  looking: text('正在打开记录…', 'Opening record…'),
  typed: text(
    '监管码、查询编号、信用代码、文书号或验证码',
    'Supervision code, query number, credit code, document number or verification code',
  ),
  open: text('打开', 'Open'),
  several: text('{n} 条记录用这个码，请选择', '{n} {n|record has|records have} this code. Choose one'),
  another: text('扫另一个码', 'Scan another code'),
};

/** One of several records that have the same code. */
interface RecordWithCode {
  readonly resource: string;
  readonly id: number;
  readonly title: string;
  readonly about: string;
}

/** `/admin/enterprise/enterprise/12` of an address of this platform. */
function recordPath(address: string): string | undefined {
  const { origin, pathname } = parseUrl(address) ?? {};
  return origin === window.location.origin && /^\/admin\/\w+\/\w+\/\d+\/?$/.test(pathname ?? '') ? pathname : undefined;
}

/**
 * Opens the record of a code: scanned by the camera, read from a picture, or typed. If several records have the code, one
 * of them is chosen.
 */
export function OpenRecordByCode({ onClose }: { onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [choices, setChoices] = useState<readonly RecordWithCode[]>([]);
  const [returned, setReturned] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // the button that was pressed is gone
  useEffect(() => {
    if (returned) input.current?.focus();
  }, [returned]);
  const open = useCallback(
    async (code: string, showStatus: (status: string) => void): Promise<void> => {
      showStatus(t(texts.looking));
      const found = recordPath(code) ?? (await addressesOfCode(code));
      if (typeof found !== 'string') {
        setReturned(false);
        setChoices(found);
        return;
      }
      onClose();
      void navigate(found);
    },
    [navigate, onClose, t],
  );
  const scanAnother = (): void => {
    setChoices([]);
    setTyped('');
    setReturned(true);
  };
  if (choices.length > 0) return <RecordsWithCode choices={choices} onClose={onClose} onAnother={scanAnother} />;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim() === '') return;
    open(typed.trim(), () => undefined).catch((error: unknown) => {
      if (!isCancelled(error)) toast.error(error instanceof Error ? error.message : String(error));
    });
  };
  return (
    <CodeScannerView onCode={open}>
      <form onSubmit={submit}>
        <label htmlFor={id}>{t(texts.typed)}</label>
        <div>
          <input
            ref={input}
            id={id}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
          <button type="submit" className="xj-button" data-tone="primary">
            {t(texts.open)}
          </button>
        </div>
      </form>
    </CodeScannerView>
  );
}

/** The records to choose from; the camera is off meanwhile. The first has the focus, since the input with it is gone. */
function RecordsWithCode({
  choices,
  onClose,
  onAnother,
}: {
  choices: readonly RecordWithCode[];
  onClose: () => void;
  onAnother: () => void;
}) {
  const t = useText();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('a')?.focus(), []);
  return (
    <div className="xj-scan">
      <p role="status">{t(texts.several, { n: choices.length })}</p>
      <ul ref={list} className="xj-scan-choices">
        {choices.map((one) => (
          <li key={`${one.resource} ${one.id}`}>
            <Link to={pathOf(one)} onClick={onClose}>
              {one.title}
              <small>{one.about}</small>
            </Link>
          </li>
        ))}
      </ul>
      <button type="button" className="xj-button" onClick={onAnother}>
        {t(texts.another)}
      </button>
    </div>
  );
}

const pathOf = ({ resource, id }: { resource: string; id: number }) => `/admin/${resource}/${id}`;

/** Where the record of a code is opened, or the records to choose from. */
async function addressesOfCode(code: string): Promise<string | readonly RecordWithCode[]> {
  try {
    const found = await get<{ resource: string; id: number; choices?: RecordWithCode[] }>(
      '/admin/search/code',
      { code },
      { quiet: true },
    );
    return found.choices ?? pathOf(found);
  } catch (error) {
    const open = isCancelled(error) ? undefined : publicPath(code);
    if (open) return open;
    throw error;
  }
}

/** Path of the public page that checks a document or a tour group, used when the record is outside the user's area. */
function publicPath(address: string): string | undefined {
  const path = parseUrl(address)?.pathname ?? '';
  return /^\/(check|verify|team)\/[\w.-]+$/.test(path) ? path : undefined;
}
