import { lazy, Suspense } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { RecordSideSheetProps } from '#web/record/record-side-sheet.tsx';
import type { WireRow } from '#web/resource/wire-row.ts';
import type { PastedChanges } from '#web/table/edit/lazy-load-changes-pasted-into-table.ts';
import type { ListAddress } from '#web/table/rows/use-list-state-in-url.ts';
import { initialValuesFromListFilters } from '#web/table/screen/initial-values-from-list-filters.ts';
import type { OpenRecordAndForm } from '#web/table/screen/use-record-and-form-opened-by-url.ts';

const RecordSheet = lazy(() => import('#web/record/record-side-sheet.tsx'));
const EditSheet = lazy(() => import('#web/record/edit-or-amend-side-sheet.tsx'));
const PastePreviewDialog = lazy(() => import('#web/table/edit/paste-preview-dialog.tsx'));
const ImportDialog = lazy(() => import('#web/table/import/import-dialog.tsx'));

interface ScreenDialogsProps extends Pick<RecordSideSheetProps, 'walk' | 'openNextAfterMove'> {
  readonly resource: AnyResource;
  readonly address: ListAddress;
  readonly forms: OpenRecordAndForm;
  /** The row of the open record, from the list. */
  readonly listed: WireRow | undefined;
  /** Pasted cells to be confirmed. */
  readonly pasted: PastedChanges | undefined;
  readonly importing: boolean;
  onEdit(rows: readonly WireRow[]): void;
  /** Closes the open record. */
  onClose(): void;
  onPasteEnd(): void;
  onImportEnd(): void;
}

/** Sheets and dialogs over a list: record, form, paste and import. */
export function ListScreenDialogs(props: ScreenDialogsProps) {
  const { resource, address, forms, pasted } = props;
  const { setParams } = address;
  const { openId, form, queue } = forms;
  return (
    <Suspense fallback={null}>
      {pasted && <PastePreviewDialog {...{ resource, ...pasted }} onClose={props.onPasteEnd} />}
      {openId !== undefined && (
        <RecordSheet
          resource={resource}
          id={openId}
          listed={props.listed}
          tab={address.param('tab')}
          onTab={(tab) => setParams({ tab: tab === 'details' ? undefined : tab }, { replace: true })}
          walk={props.walk}
          openNextAfterMove={props.openNextAfterMove}
          onDirty={forms.noteTyping}
          onEdit={(row) => props.onEdit([row])}
          onClose={props.onClose}
        />
      )}
      {form !== undefined && (
        <EditSheet
          resource={resource}
          ids={form === 'add' ? [] : queue.includes(Number(form)) ? queue : [Number(form)]}
          preset={initialValuesFromListFilters(resource, address.query)}
          onDirty={forms.noteDirty}
          onClose={forms.close}
          onDone={forms.close}
        />
      )}
      {props.importing && <ImportDialog resource={resource} onClose={props.onImportEnd} />}
    </Suspense>
  );
}
