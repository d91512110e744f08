import { useEffect, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { get, isCancelled } from '#web/http/client.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { useText } from '#web/i18n/locale.ts';

const texts = {
  title: text('出示导游证码', 'Show guide card code'),
  alt: text('导游证码', 'Guide card code'),
  left: text('{n} 秒后更换', 'Renewed in {n} s'),
  none: text('没有网络，暂时不能出示', 'No network: the code cannot be shown now'),
};

interface Code {
  readonly picture: string;
  readonly exp: number;
}

/** Code of the guide's own card, renewed every minute. */
export function GuideCardQrCode() {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <details className="xj-road-card" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t(texts.title)}</summary>
      {open && <Picture />}
    </details>
  );
}

function Picture() {
  const t = useText();
  const [code, setCode] = useState<Code>();
  const [failed, setFailed] = useState<string>();
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  const exp = code?.exp ?? 0;
  const over = exp <= now;
  useEffect(() => {
    if (!over) return undefined;
    const controller = new AbortController();
    const options = { area: 'api', quiet: true, signal: controller.signal, duplicate: 'allow' } as const;
    get<Code>('/api/crew.guide/code', {}, options).then(
      (answer) => {
        setCode(answer);
        setFailed(undefined);
      },
      (error: unknown) => {
        if (!isCancelled(error)) setFailed(navigator.onLine && error instanceof Error ? error.message : '');
      },
    );
    return () => controller.abort();
  }, [over]);
  if (failed !== undefined) return <p role="status">{failed || t(texts.none)}</p>;
  if (!code) return null;
  return (
    <figure>
      <img src={`data:image/svg+xml,${encodeURIComponent(code.picture)}`} alt={t(texts.alt)} width="240" height="240" />
      <figcaption>{t(texts.left, { n: Math.max(0, exp - now) })}</figcaption>
    </figure>
  );
}
