import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { copyText } from '#web/feedback/copy-text.ts';
import { toast } from '#web/feedback/toast.ts';
import { urlWithToken } from '#web/http/client.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import {
  addressOf,
  curlCommandOfCall,
  exampleRequestBody,
  type FilledInCall,
  queryParametersOfCall,
} from './call-as-url-example-body-and-curl-command.ts';
import type { OpenApiDocument, OpenApiEntry } from './open-api-document.ts';

const texts = {
  title: text('试调', 'Try it'),
  own: text(
    '以您的账号和权限执行，写入的内容是真的。',
    'Runs with your account and permissions; anything written is real.',
  ),
  send: text('发送', 'Send'),
  curl: text('复制 curl', 'Copy curl'),
  copied: text('已复制', 'Copied'),
  body: text('请求体（JSON）', 'Request body (JSON)'),
  noJson: text('请求体不是 JSON', 'The request body is not JSON'),
  answer: text('回答 · HTTP {status} · {ms} 毫秒', 'Response · HTTP {status} · {ms} ms'),
  failed: text('没有收到回答', 'No response received'),
  longer: text('…（只显示前 {n} 个字符）', '… (first {n} {n|character|characters} only)'),
};

/** Maximum characters of an answer that are shown. */
const mostShown = 20_000;

interface CallResult {
  status: number;
  ms: number;
  text: string;
}

function Result({ result }: { result: CallResult }) {
  const t = useText();
  return (
    <label>
      <span>{t(texts.answer, { status: result.status, ms: result.ms })}</span>
      <textarea
        className="xj-api-json"
        readOnly
        spellCheck={false}
        rows={14}
        value={shorten(result.text, t(texts.longer, { n: mostShown }))}
      />
    </label>
  );
}

/**
 * Form that sends a call as the signed-in person, and shows it as a curl command. Calls with files can only be copied.
 */
export function OpenApiCallForm({ document, entry }: { document: OpenApiDocument; entry: OpenApiEntry }) {
  const t = useText();
  const id = useId();
  const parameters = queryParametersOfCall(document, entry);
  const [query, setQuery] = useState<Readonly<Record<string, string>>>({});
  const [body, setBody] = useState(() => exampleRequestBody(entry));
  const [result, setResult] = useState<CallResult>();
  const [busy, setBusy] = useState(false);
  const filled: FilledInCall = { query, body };
  const takesFile = entry.operation.requestBody !== undefined && body === undefined;
  const send = async () => {
    if (body !== undefined && !isJson(body)) {
      toast.error(t(texts.noJson));
      return;
    }
    setBusy(true);
    const begun = performance.now();
    try {
      setResult({ ...(await sendCall(entry, filled)), ms: Math.round(performance.now() - begun) });
    } catch {
      toast.error(t(texts.failed));
    } finally {
      setBusy(false);
    }
  };
  const copy = async () => {
    await copyText(curlCommandOfCall(window.location.origin, entry, filled));
    toast.success(t(texts.copied));
  };
  return (
    <section className="xj-api-try">
      <h3>{t(texts.title)}</h3>
      <p className="xj-api-about">{t(texts.own)}</p>
      {parameters.map(({ name, required }) => (
        <div key={name} className="xj-api-given">
          <label htmlFor={`${id}-${name}`}>
            <code>
              {name}
              {required ? ' *' : ''}
            </code>
          </label>
          <Input
            id={`${id}-${name}`}
            size="small"
            value={query[name] ?? ''}
            onChange={(event) => setQuery((before) => ({ ...before, [name]: event.target.value }))}
          />
        </div>
      ))}
      {body !== undefined && (
        <label>
          <span>{t(texts.body)}</span>
          <textarea
            className="xj-api-json"
            spellCheck={false}
            rows={Math.min(body.split('\n').length + 1, 18)}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        </label>
      )}
      <p>
        <Button type="primary" disabled={takesFile} loading={busy} onClick={() => void send()}>
          {t(texts.send)}
        </Button>{' '}
        <Button onClick={() => void copy()}>{t(texts.curl)}</Button>
      </p>
      {result && <Result result={result} />}
    </section>
  );
}

function isJson(written: string): boolean {
  try {
    JSON.parse(written);
    return true;
  } catch {
    return false;
  }
}

/** Bypasses the HTTP client of the pages on purpose: the answer is shown as received, including refusals. */
async function sendCall(entry: OpenApiEntry, filled: FilledInCall): Promise<Omit<CallResult, 'ms'>> {
  const app = entry.path.startsWith('/api/') ? 'api' : 'admin';
  const token = new URL(urlWithToken('/', {}, app), window.location.origin).searchParams.get(
    app === 'api' ? 'ba-user-token' : 'batoken',
  );
  const response = await fetch(addressOf(entry, filled), {
    method: entry.method.toUpperCase(),
    headers: {
      server: 'true',
      'think-lang': currentLocale(),
      ...(token ? { [app === 'api' ? 'ba-user-token' : 'batoken']: token } : {}),
      ...(filled.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(filled.body === undefined ? {} : { body: filled.body }),
  });
  return { status: response.status, text: laidOut(await response.text()) };
}

function laidOut(answer: string): string {
  try {
    return JSON.stringify(JSON.parse(answer), null, 2);
  } catch {
    return answer;
  }
}

const shorten = (answer: string, note: string): string =>
  answer.length > mostShown ? `${answer.slice(0, mostShown)}\n${note}` : answer;
