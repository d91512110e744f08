import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { type FormEvent, lazy, Suspense, useMemo, useRef, useState } from 'react';
import { holdsPictures } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { FormErrorSummary } from '#web/form/field/form-error-summary.tsx';
import { FormFields } from '#web/form/field/form-fields-by-section.tsx';
import type { ResourceFormProps } from '#web/form/resource/resource-form-props.ts';
import { type RowForm, type RowFormProps, useRowForm } from '#web/form/resource/use-row-form.ts';
import { changedValues, isSameValue } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { reviewRemarksByField } from '#web/form/state/review-remarks-by-field.ts';
import { isLongForm, shownFields } from '#web/form/state/select-shown-and-locked-form-fields.ts';
import { translate } from '#web/i18n/locale.ts';
import { loadChildRows } from '#web/resource/child-rows-calls.ts';
import { readRow } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { mergeWithConflictingRow, saveAndResubmitRow, saveRow } from './save-row-or-merge-conflict.ts';
import '../field/form.css';

const PinnedPicture = lazy(async () => ({
  default: (await import('#web/form/field/picture-next-to-form-fields.tsx')).PictureNextToFormFields,
}));
const FormTableOfContents = lazy(() => import('#web/form/field/form-table-of-contents-with-missing-fields.tsx'));
const VersionConflictMergeView = lazy(() => import('#web/form/resource/version-conflict-merge-view.tsx'));

const texts = {
  save: text('保存', 'Save'),
  saveNext: text('保存并编辑下一条', 'Save and edit next'),
  cancel: text('取消', 'Cancel'),
  draft: text('已恢复上次未提交的内容', 'Your unsubmitted content was restored'),
  discard: text('清空重填', 'Clear and start over'),
  keys: text('Ctrl+S 保存', 'Ctrl+S to save'),
  onlyMarked: text('只显示需更正的 {n} 项', 'Show only the {n} {n|item|items} to correct'),
  all: text('显示全部资料', 'Show all details'),
  submit: text('保存并重新提交', 'Save and resubmit'),
  later: text('只保存，稍后提交', 'Save only, submit later'),
};

/** The form of a resource, for a new row or an existing one. */
export function ResourceForm(props: ResourceFormProps) {
  const { resource, id } = props;
  const row = useQuery({
    queryKey: ['resource', resource.name, 'edit', id],
    queryFn: async ({ signal }) => loadChildRows(resource, await readRow(resource, id ?? 0, { signal }), { signal }),
    enabled: id !== undefined,
    // The form needs the newest version: it holds the one it was opened with.
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
    refetchOnReconnect: false,
  });
  if (id === undefined) return <LoadedForm key="add" {...props} />;
  if (row.isError) return <LoadErrorWithRetry error={row.error} onRetry={() => void row.refetch()} />;
  if (!row.data) return <Skeleton active title={false} paragraph={{ rows: 10 }} />;
  return <LoadedForm key={id} {...props} row={row.data} />;
}

function LoadedForm(props: RowFormProps) {
  const { resource, inputs } = props;
  const formElement = useRef<HTMLFormElement>(null);
  const state = useRowForm(props, formElement);
  const { row, fields, locked, form, correction, marked, onlyMarked, theirs } = state;
  const [pictured, setPictured] = useState(false);
  const shown = useMemo(
    () => shownFields(resource, fields, { ...row, ...form.values }),
    [resource, fields, row, form.values],
  );
  const long = isLongForm({ ...locked, ...shown });
  const goTo = (at: string) => {
    state.setOnlyMarked(false);
    form.goTo(at);
  };
  if (theirs && row) return <Conflict {...{ state, row, theirs }} />;
  return (
    <form
      ref={formElement}
      className="xj-form"
      data-long={long || undefined}
      data-pictured={pictured || undefined}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void saveRow(props, state);
      }}
    >
      {long && (
        <Suspense fallback={null}>
          <FormTableOfContents form={form} fields={shown} sections={resource.sections ?? {}} row={row} onGo={goTo} />
        </Suspense>
      )}
      {Object.values(fields).some(holdsPictures) && (
        <Suspense fallback={null}>
          <PinnedPicture fields={fields} values={form.values} open={pictured} onOpen={setPictured} />
        </Suspense>
      )}
      <div className="xj-form-main">
        <FormNotes {...state} />
        <FormErrorSummary form={form} fields={shown} onGo={goTo} />
        <FormFields
          form={form}
          of={resource.name}
          row={row}
          marks={reviewRemarksByField(row)}
          locked={locked}
          warns
          names={onlyMarked && marked.length > 0 ? marked : Object.keys(resource.fields)}
          {...(correction ? { notes: correction.notes } : {})}
          {...(resource.sections ? { sections: resource.sections } : {})}
          {...(inputs ? { inputs } : {})}
        />
        <FormButtons {...{ props, state }} />
      </div>
    </form>
  );
}

/** Somebody else saved the same fields: each is decided by hand. */
function Conflict({ state, row, theirs }: { state: RowForm; row: WireRow; theirs: WireRow }) {
  const { form, fields, setTheirs } = state;
  const mine = changedValues(form.initial, form.values);
  const both = Object.keys(mine).filter((name) => !isSameValue(theirs[name], row[name]));
  const others = Object.keys(mine).filter((name) => !both.includes(name));
  return (
    <Suspense fallback={<Skeleton active title={false} />}>
      <VersionConflictMergeView
        fields={fields}
        names={both}
        mine={form.values}
        theirs={theirs}
        onBack={() => setTheirs(undefined)}
        onResolve={(chosen) => mergeWithConflictingRow(state, theirs, [...chosen, ...others])}
      />
    </Suspense>
  );
}

/** Notes above the fields: a restored draft, which fields are shown, errors. */
function FormNotes({ restored, startAfresh, marked, onlyMarked, setOnlyMarked, problems }: RowForm) {
  return (
    <>
      {restored && (
        <div className="xj-form-note" role="status">
          {translate(texts.draft)}
          <Button size="small" onClick={startAfresh}>
            {translate(texts.discard)}
          </Button>
        </div>
      )}
      {marked.length > 0 && (
        <button type="button" className="xj-link-button" onClick={() => setOnlyMarked(!onlyMarked)}>
          {onlyMarked ? translate(texts.all) : translate(texts.onlyMarked, { n: marked.length })}
        </button>
      )}
      {problems.length > 0 && (
        <div className="xj-form-note" data-tone="bad" role="alert">
          {problems.join(' ')}
        </div>
      )}
    </>
  );
}

function FormButtons({ props, state }: { props: RowFormProps; state: RowForm }) {
  const { hasNext = false, onCancel } = props;
  const { correction, saving } = state;
  return (
    <div className="xj-form-buttons">
      {correction && (
        <Button type="primary" loading={saving === 'submit'} onClick={() => void saveAndResubmitRow(props, state)}>
          {translate(texts.submit)}
        </Button>
      )}
      <Button type={correction ? 'default' : 'primary'} htmlType="submit" loading={saving === 'save'}>
        {translate(correction ? texts.later : hasNext ? texts.saveNext : texts.save)}
      </Button>
      {onCancel && <Button onClick={onCancel}>{translate(texts.cancel)}</Button>}
      <span className="xj-form-buttons-note">{translate(texts.keys)}</span>
    </div>
  );
}
