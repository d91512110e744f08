import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { text } from '#kernel/text/text.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { translate } from '#web/i18n/locale.ts';
import './module-screen-heading-and-query-result.css';

const texts = { refresh: text('刷新', 'Refresh') };

interface ScreenHeadProps {
  readonly title: string;
  /** Purpose of the screen, in one sentence. */
  readonly lead?: string | undefined;
  /** Id of the heading, when this is the head of a section. */
  readonly part?: string;
  /** Buttons. */
  readonly children?: ReactNode;
}

/** Head of a screen: title, purpose, and buttons at the right. */
export function ScreenHeading({ title, lead, part, children }: ScreenHeadProps) {
  return (
    <header className="xj-screen-head">
      <div>
        {part === undefined ? <h1>{title}</h1> : <h2 id={part}>{title}</h2>}
        {lead && <p>{lead}</p>}
      </div>
      {children}
    </header>
  );
}

/** Reloads a query. */
export function RefreshButton({
  query,
  onRefresh,
}: {
  query: Pick<UseQueryResult, 'isFetching' | 'refetch'>;
  onRefresh?(): void;
}) {
  return (
    <Button loading={query.isFetching} onClick={onRefresh ?? (() => void query.refetch())}>
      {translate(texts.refresh)}
    </Button>
  );
}

interface ScreenProps extends Pick<ScreenHeadProps, 'title' | 'lead'> {
  readonly className?: string;
  /** Buttons. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** A screen of a module: head and content. */
export function ModuleScreenFrame({ title, lead, className, tools, children }: ScreenProps) {
  return (
    <div className={`xj-screen xj-padded${className === undefined ? '' : ` ${className}`}`}>
      <ScreenHeading {...{ title, lead }}>{tools}</ScreenHeading>
      {children}
    </div>
  );
}

interface ReadProps<T> {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  /** Shown while loading. Default: a skeleton of ten lines. */
  readonly waiting?: ReactNode;
  children(data: T): ReactNode;
}

/** Renders the data of a query once they are loaded, or its error. */
export function QueryResultOrError<T>({
  query,
  waiting = <Skeleton active paragraph={{ rows: 10 }} />,
  children,
}: ReadProps<T>) {
  if (query.error) return <LoadErrorWithRetry error={query.error} onRetry={() => void query.refetch()} />;
  return query.data === undefined ? waiting : children(query.data);
}
