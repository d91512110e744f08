import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import Search from 'antd/es/input/Search';
import { useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { urlWithToken } from '#web/http/client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { declaredModules } from '#web/resource/resource-registry.ts';
import {
  foldersOf,
  type OpenApiDocument,
  type OpenApiEntry,
  type OpenApiFolder,
  searchFolders,
} from './open-api-document.ts';
import { MethodMark, OpenApiOperationView } from './operation-view.tsx';
import './api-reference.css';

const texts = {
  search: text('按路径或名称查找', 'Search by path or name'),
  download: text('下载 openapi.json', 'Download openapi.json'),
  admin: text('后台通用', 'Back office'),
  api: text('公开与会员', 'Public and members'),
  none: text('没有匹配的接口', 'No matching endpoints'),
  clear: text('清除搜索', 'Clear search'),
  calls: text('{count} 个接口', '{count} {count|endpoint|endpoints}'),
  loading: text('读取中', 'Loading'),
  back: text('返回目录', 'Back to index'),
};

/** `/admin/openapi`: reader of the API document: calls by module, with their parameters and answers. */
export default function ApiReferenceScreen() {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['openapi'],
    queryFn: queryFnFor<OpenApiDocument>('/admin/openapi/index'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <p className="xj-api-wait">{t(texts.loading)}</p>;
  return <Reader document={data} />;
}

interface FolderPartProps {
  readonly folder: OpenApiFolder;
  /** Its tags are expanded, as they are during a search. */
  readonly open: boolean;
  readonly chosen: OpenApiEntry | undefined;
  onChoose(entry: OpenApiEntry): void;
}

function FolderPart({ folder, open, chosen, onChoose }: FolderPartProps) {
  return (
    <section>
      <h2>{folder.title}</h2>
      {folder.tags.map((tag) => (
        <details key={`${tag.name}${open ? '?' : ''}`} open={open || undefined}>
          <summary>
            {tag.title}
            <span>{tag.entries.length}</span>
          </summary>
          <ul>
            {tag.entries.map((entry) => (
              <li key={entry.operation.operationId}>
                <button
                  type="button"
                  aria-current={entry === chosen ? 'true' : undefined}
                  onClick={() => onChoose(entry)}
                >
                  <MethodMark method={entry.method} />
                  {entry.operation.summary}
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}

function Reader({ document }: { document: OpenApiDocument }) {
  const t = useText();
  const [address, setAddress] = useSearchParams();
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const folders = useMemo(
    () => foldersOf(document, declaredModules(), currentLocale(), { admin: t(texts.admin), api: t(texts.api) }),
    [document, t],
  );
  const found = useMemo(() => searchFolders(folders, wanted), [folders, wanted]);
  const all = useMemo(() => folders.flatMap((folder) => folder.tags.flatMap((tag) => tag.entries)), [folders]);
  const chosen = all.find((entry) => entry.operation.operationId === address.get('op'));
  const choose = (entry: OpenApiEntry | undefined) => {
    setAddress((before) => {
      const next = new URLSearchParams(before);
      if (entry) next.set('op', entry.operation.operationId);
      else next.delete('op');
      return next;
    });
  };
  return (
    <div className="xj-api" data-chosen={chosen ? true : undefined}>
      <h1 className="xj-visually-hidden">{document.info.title}</h1>
      <nav className="xj-api-index" aria-label={document.info.title}>
        <Search
          allowClear
          value={search}
          placeholder={t(texts.search)}
          aria-label={t(texts.search)}
          onChange={(event) => setSearch(event.target.value)}
        />
        {found.map((folder) => (
          <FolderPart key={folder.name} folder={folder} open={wanted !== ''} chosen={chosen} onChoose={choose} />
        ))}
        {found.length === 0 && (
          <p className="xj-api-wait">
            {t(texts.none)}{' '}
            <Button type="link" onClick={() => setSearch('')}>
              {t(texts.clear)}
            </Button>
          </p>
        )}
      </nav>
      <div className="xj-api-page">
        {chosen ? (
          <>
            <Button className="xj-api-back" onClick={() => choose(undefined)}>
              {t(texts.back)}
            </Button>
            <OpenApiOperationView key={chosen.operation.operationId} document={document} entry={chosen} />
          </>
        ) : (
          <Preface document={document} count={all.length} />
        )}
      </div>
    </div>
  );
}

function Preface({ document, count }: { document: OpenApiDocument; count: number }) {
  const t = useText();
  return (
    <article className="xj-api-operation">
      <h2>
        {document.info.title} <span className="xj-api-type">{document.info.version}</span>
      </h2>
      {document.info.description.split('\n\n').map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p className="xj-api-type">{t(texts.calls, { count })}</p>
      <p>
        <Button href={urlWithToken('/admin/openapi/document')} download="openapi.json">
          {t(texts.download)}
        </Button>
      </p>
    </article>
  );
}
