import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { text } from '#kernel/text/text.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import SigningSecretsOfExternalSystemPanel from '#web/record/series/signing-secrets-of-external-system-panel.tsx';
import { pathOf } from '#web/resource/resource-calls.ts';

import { downloadableApiClients, pathOfDownloadableApiClients } from '../contract/downloadable-api-client-files.ts';
import './application-call-list-api-document-download-and-secrets-panel.css';

const texts = {
  about: text(
    '应用用密钥对每个请求签名。签发新密钥后，原密钥七天内仍有效，便于更换。',
    'The application signs each request with its secret. After a new one is issued, the one before remains valid for seven days.',
  ),
  calls: text('今日请求 {n} 次', '{n} {n|request|requests} today'),
  paths: text('可调用的地址', 'Addresses it may call'),
  clients: text('现成的客户端，可直接复制使用：', 'Ready clients, to be copied as they are:'),
  download: text('下载接口文档（OpenAPI 3.1）', 'Download the API document (OpenAPI 3.1)'),
};

interface Access {
  readonly calls: number;
  readonly document: {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly summary: string }>>>>;
  };
}

function saveJson(name: string, value: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** What an application may call, its API document, and its secrets. */
export default function ApplicationCallListApiDocumentAndSecretsPanel({ resource, row }: RecordPanelProps) {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['access', resource.name, row.id],
    queryFn: queryFnFor<Access>(pathOf(resource, 'access'), { id: row.id }),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  const paths = Object.entries(data?.document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary }]) => ({ call: `${method.toUpperCase()} ${path}`, summary })),
  );
  return (
    <>
      <SigningSecretsOfExternalSystemPanel resource={resource} id={row.id} about={texts.about} />
      {data && (
        <section className="xj-api-calls">
          <p>{t(texts.calls, { n: data.calls })}</p>
          <p>{t(texts.paths)}</p>
          <ul>
            {paths.map(({ call, summary }) => (
              <li key={call}>
                <code>{call}</code> {summary}
              </li>
            ))}
          </ul>
          <p>
            {t(texts.clients)}{' '}
            {Object.entries(downloadableApiClients).map(([language, file]) => (
              <a key={language} href={`${pathOfDownloadableApiClients}/${file}`} download>
                {language}
              </a>
            ))}
          </p>
          <Button onClick={() => saveJson(`${row.id}-openapi.json`, data.document)}>{t(texts.download)}</Button>
        </section>
      )}
    </>
  );
}
