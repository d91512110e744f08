import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { text } from '#kernel/text/text.ts';
import { ErrorState } from '#web/error/error-state.tsx';
import { translate } from '#web/i18n/locale.ts';
import './screen.css';

const texts = { refresh: text('刷新', 'Refresh') };

interface ScreenHeadProps {
  readonly title: string;
  /** What the screen is for, in a sentence. */
  readonly lead?: string | undefined;
  /** Where it heads a part of a screen instead of all of it: the heading's id. */
  readonly part?: string;
  /** What can be done here. */
  readonly children?: ReactNode;
}

/** What a screen is called and what it is for, with what can be done there at its right. */
export function ScreenHead({ title, lead, part, children }: ScreenHeadProps) {
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

/** Reads the screen anew. */
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
  /** What can be done here. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** A screen a module draws by itself: its head, and what stands below. */
export function Screen({ title, lead, className, tools, children }: ScreenProps) {
  return (
    <div className={`xj-screen xj-padded${className === undefined ? '' : ` ${className}`}`}>
      <ScreenHead {...{ title, lead }}>{tools}</ScreenHead>
      {children}
    </div>
  );
}

interface ReadProps<T> {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  /** What stands there until it is read; a skeleton of ten lines unless told. */
  readonly waiting?: ReactNode;
  children(data: T): ReactNode;
}

/** What is drawn of an answer once it is there, or why it is not. */
export function Read<T>({ query, waiting = <Skeleton active paragraph={{ rows: 10 }} />, children }: ReadProps<T>) {
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return query.data === undefined ? waiting : children(query.data);
}
