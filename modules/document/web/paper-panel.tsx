import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { findDocument } from '#kernel/paper.ts';
import { text } from '#kernel/text.ts';
import { ErrorState } from '#web/error/error-state.tsx';
import { changedValues, type FormValues, initialValues } from '#web/form/form-values.ts';
import { SentForm } from '#web/form/sent-form.tsx';
import { useFieldForm } from '#web/form/use-field-form.ts';
import { linkTo, post } from '#web/http/client.ts';
import { reading } from '#web/http/query.ts';
import { speak } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panels.ts';
import { refreshResource } from '#web/resource/resource-calls.ts';
import { can } from '#web/session/session.ts';
import { useTab } from '#web/tab/tab-context.ts';
import { document as documents } from '../contract/document.ts';
import './paper-panel.css';

const words = {
  print: text('打印', 'Print'),
  pdf: text('下载 PDF', 'Download PDF'),
  docx: text('下载 Word', 'Download Word'),
  check: text('打开核验页', 'Open the check page'),
  draft: text(
    '制发前下载的文书带“草稿”字样，没有文书号。',
    'Until it is issued a copy is marked as a draft and has no number.',
  ),
  gone: text('系统不再有这种文书，只能查看。', 'The system no longer has this kind of document; it can only be read.'),
};

/** The papers of a document, and while it is a draft what stands in them. */
export default function PaperPanel({ row }: RecordPanelProps) {
  const paper = (kind: 'pdf' | 'docx', more = {}) =>
    linkTo('/admin/document.document/paper', { id: row.id, kind, ...more }, 'admin');
  const issued = typeof row.number === 'string' && row.number !== '';
  return (
    <div className="xj-paper">
      <p className="xj-paper-links">
        <Button type="primary" href={paper('pdf', { show: '1' })} target="_blank" rel="noreferrer">
          {speak(words.print)}
        </Button>
        <Button href={paper('pdf')}>{speak(words.pdf)}</Button>
        <Button href={paper('docx')}>{speak(words.docx)}</Button>
        {issued && (
          <a href={`/check/${String(row.check_code)}`} target="_blank" rel="noreferrer">
            {speak(words.check)}
          </a>
        )}
      </p>
      {!issued && <p className="xj-paper-note">{speak(words.draft)}</p>}
      {row.status === 'draft' && can(`${documents.name}/edit`) && <Content row={row} />}
    </div>
  );
}

interface Told {
  code: string;
  version: number;
  values: FormValues;
}

function Content({ row }: Pick<RecordPanelProps, 'row'>) {
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', documents.name, 'form', row.id],
    queryFn: reading<Told>('/admin/document.document/form', { id: row.id }),
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />;
  return <ContentForm key={data.version} id={row.id} told={data} />;
}

function ContentForm({ id, told }: { id: number; told: Told }) {
  const one = findDocument(told.code);
  const fields = one?.fields ?? {};
  const begun = Object.keys(told.values).length > 0 ? initialValues(fields, told.values) : initialValues(fields);
  const form = useFieldForm(fields, { mode: 'add', initial: begun });
  const tab = useTab();
  if (!one) return <p className="xj-paper-note">{speak(words.gone)}</p>;

  const send = async (values: FormValues) => {
    const asked = { id, version: told.version, values };
    await post('/admin/document.document/fill', asked, { quiet: true, area: 'admin' });
    form.restart(form.values);
    await refreshResource(documents.name);
  };
  // what the declaration begins with counts as told once it is saved
  const first = Object.keys(told.values).length === 0;
  return (
    <SentForm
      {...{ form, send }}
      values={() => (first ? form.values : changedValues(form.initial, form.values))}
      onDirty={tab.setDirty}
    />
  );
}
