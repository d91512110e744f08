import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Fields } from '#kernel/declaration/field.ts';
import { findDocument } from '#kernel/module/official-document.ts';
import { text } from '#kernel/text/text.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { toast } from '#web/feedback/toast.ts';
import { FormWithOwnSubmitHandler } from '#web/form/form-with-own-submit-handler.tsx';
import VersionConflictMergeView from '#web/form/resource/version-conflict-merge-view.tsx';
import {
  changedValues,
  conflictingFieldNames,
  type FormValues,
  initialValues,
} from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { useFormState } from '#web/form/state/use-form-state.ts';
import { post, urlWithToken, type WireError } from '#web/http/client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { translate } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { refreshResource } from '#web/resource/resource-calls.ts';
import { can } from '#web/session/session.ts';
import { document as documents } from '../contract/document.ts';

import './document-downloads-and-content-panel.css';

const texts = {
  print: text('打印', 'Print'),
  pdf: text('下载 PDF', 'Download PDF'),
  docx: text('下载 Word', 'Download Word'),
  check: text('打开核验页', 'Open verification page'),
  draft: text(
    '制发前下载的文书带“草稿”字样，没有文书号。',
    'Documents downloaded before issue are marked “draft” and have no number.',
  ),
  merged: text('已合并对方的修改，请核对后再次保存', "Merged with the other person's changes. Check and save again"),
  missing: text('尚未设置{names}：设置前不能制发文书。', '{names} not set: no document can be issued until it is.'),
  toSettings: text('去设置', 'Go to settings'),
  contactAdmin: text('请管理员在“系统设置”中填写。', 'Ask an administrator to fill it in under Settings.'),
  ownWork: text(
    '本文书由您起草或修改，须由他人审批。',
    'You drafted or changed this document; someone else must approve it.',
  ),
  separator: text('、', ', '),
  gone: text('系统不再有这种文书，只能查看。', 'The system no longer has this document type; it can only be viewed.'),
};

/** The downloads of a document and, while it is a draft, the form of their content. */
export default function DocumentDownloadsAndContentPanel({ row, onDirty }: RecordPanelProps) {
  const download = (kind: 'pdf' | 'docx', more = {}) =>
    urlWithToken('/admin/document.document/paper', { id: row.id, kind, ...more }, 'admin');
  const issued = typeof row.number === 'string' && row.number !== '';
  return (
    <div className="xj-document-downloads">
      <p className="xj-document-links">
        <Button type="primary" href={download('pdf', { show: '1' })} target="_blank" rel="noreferrer">
          {translate(texts.print)}
        </Button>
        <Button href={download('pdf')}>{translate(texts.pdf)}</Button>
        <Button href={download('docx')}>{translate(texts.docx)}</Button>
        {issued && (
          <a href={`/check/${String(row.check_code)}`} target="_blank" rel="noreferrer">
            {translate(texts.check)}
          </a>
        )}
      </p>
      {!issued && row.status !== 'void' && (
        <>
          <Obstacles row={row} />
          <p className="xj-document-note">{translate(texts.draft)}</p>
        </>
      )}
      {row.status === 'draft' && can(`${documents.name}/edit`) && <Content row={row} onDirty={onDirty} />}
    </div>
  );
}

interface Ready {
  missing: { section: string; label: string }[];
  may_set: boolean;
  own_work: boolean;
}

/** Obstacles to approval and issue, shown while the document is being prepared. */
function Obstacles({ row }: Pick<RecordPanelProps, 'row'>) {
  const { data } = useQuery({
    queryKey: ['resource', documents.name, 'ready', row.id, row.version],
    queryFn: queryFnFor<Ready>('/admin/document.document/ready', { id: row.id }),
    staleTime: 0,
  });
  if (!data) return null;
  return (
    <>
      {data.missing.length > 0 && (
        <p className="xj-document-obstacle" role="note">
          {translate(texts.missing, { names: data.missing.map(({ label }) => label).join(translate(texts.separator)) })}{' '}
          {data.may_set ? (
            <Link to={`/admin/system/setting?section=${data.missing[0]?.section ?? ''}`}>
              {translate(texts.toSettings)}
            </Link>
          ) : (
            translate(texts.contactAdmin)
          )}
        </p>
      )}
      {data.own_work && (
        <p className="xj-document-obstacle" role="note">
          {translate(texts.ownWork)}
        </p>
      )}
    </>
  );
}

interface StoredContent {
  code: string;
  version: number;
  values: FormValues;
}

function Content({ row, onDirty }: Pick<RecordPanelProps, 'row' | 'onDirty'>) {
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', documents.name, 'form', row.id],
    queryFn: queryFnFor<StoredContent>('/admin/document.document/form', { id: row.id }),
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  if (!data && error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />;
  const readAnew = async () => (await refetch()).data;
  return <ContentForm key={row.id} id={row.id} latest={data} readAnew={readAnew} onDirty={onDirty} />;
}

const noFields: Fields = {};

/** Initial values of the form: those stored, else those of the declaration. */
const beginningOf = (fields: Fields, { values }: StoredContent): FormValues =>
  Object.keys(values).length > 0 ? initialValues(fields, values) : initialValues(fields);

interface ContentFormProps {
  readonly id: number;
  readonly latest: StoredContent;
  readAnew(): Promise<StoredContent | undefined>;
  onDirty(dirty: boolean): void;
}

function ContentForm({ id, latest, readAnew, onDirty }: ContentFormProps) {
  // the stored values the form started from; changes by others are merged unless the user has unsaved input
  const [stored, setStored] = useState(latest);
  const [theirs, setTheirs] = useState<StoredContent>();
  const one = findDocument(stored.code);
  const fields = one?.fields ?? noFields;
  const form = useFormState(fields, {
    mode: 'add',
    initial: beginningOf(fields, stored),
    draft: `${documents.name} content ${id}@${stored.version}`,
  });
  const takeIn = (next: StoredContent): boolean => {
    const begun = beginningOf(fields, next);
    if (conflictingFieldNames(form, begun).length > 0) return false;
    form.rebase(begun);
    setStored(next);
    return true;
  };
  const latestTakeIn = useRef(takeIn);
  latestTakeIn.current = takeIn;
  useEffect(() => {
    latestTakeIn.current(latest);
  }, [latest]);
  if (!one) return <p className="xj-document-note">{translate(texts.gone)}</p>;

  const send = async (values: FormValues) => {
    const request = { id, version: stored.version, values };
    await post('/admin/document.document/fill', request, { quiet: true, area: 'admin' });
    form.rebase({ ...form.initial, ...values });
    await refreshResource(documents.name);
  };
  const onRefused = async ({ reason }: WireError) => {
    const next = reason === 'stale_version' ? await readAnew() : undefined;
    if (!next) return false;
    if (takeIn(next)) toast.info(translate(texts.merged));
    else setTheirs(next);
    return true;
  };
  const resolve = (next: StoredContent, disputed: readonly string[], ownNames: readonly string[]) => {
    const mine = Object.keys(changedValues(form.initial, form.values));
    const staying = mine.filter((name) => ownNames.includes(name) || !disputed.includes(name));
    form.restart(beginningOf(fields, next), Object.fromEntries(staying.map((name) => [name, form.values[name]])));
    setStored(next);
    setTheirs(undefined);
    toast.info(translate(texts.merged));
  };
  const disputed = theirs ? conflictingFieldNames(form, beginningOf(fields, theirs)) : [];
  // initial values of the declaration count as entered once saved
  const first = Object.keys(stored.values).length === 0;
  return (
    <>
      {theirs && (
        <VersionConflictMergeView
          {...{ fields, names: disputed }}
          mine={form.values}
          theirs={{ id, ...theirs.values }}
          onBack={() => setTheirs(undefined)}
          onResolve={(ownNames) => resolve(theirs, disputed, ownNames)}
        />
      )}
      <FormWithOwnSubmitHandler
        {...{ form, send, onRefused, onDirty }}
        hidden={theirs !== undefined}
        values={() => (first ? form.values : changedValues(form.initial, form.values))}
      />
    </>
  );
}
