import { useQuery } from '@tanstack/react-query';
import { Drawer, Skeleton } from 'antd';
import { useCallback, useRef } from 'react';
import { text } from '#kernel/text/text.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import type { ResourceFormSideSheetProps } from '#web/form/resource/resource-form-side-sheet.tsx';
import { customInputsOf, needsWideForm } from '#web/form/state/custom-input-registry.ts';
import { confirmLeave } from '#web/form/unsaved/warn-before-leaving-unsaved-form.ts';
import { translate } from '#web/i18n/locale.ts';
import { AmendmentWizard } from '#web/record/amend/amendment-wizard.tsx';
import { loadChildRows } from '#web/resource/child-rows-calls.ts';
import { readRow } from '#web/resource/resource-calls.ts';
import { titleOf } from '#web/resource/wire-row.ts';
import { useTab } from '#web/tab/tab-context.ts';
import { useIsPhone } from '#web/theme/use-media-query.ts';

const texts = { title: text('{act}：{title}', '{act}: {title}') };

/** A sheet with the amendment of a row on file. */
export default function AmendmentSideSheet({
  resource,
  id,
  onDirty,
  onClose,
  onDone,
}: ResourceFormSideSheetProps & { readonly id: number }) {
  const phone = useIsPhone();
  const tab = useTab();
  const dirty = useRef(false);
  const row = useQuery({
    queryKey: ['resource', resource.name, 'amend', id],
    queryFn: async ({ signal }) => loadChildRows(resource, await readRow(resource, id, { signal }), { signal }),
    // the amendment applies to the version it was opened with, which has to be the newest
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  const noteDirty = useCallback(
    (next: boolean) => {
      dirty.current = next;
      tab.setDirty(next);
      onDirty?.(next);
    },
    [tab, onDirty],
  );
  const close = async () => {
    if (dirty.current && !(await confirmLeave())) return;
    noteDirty(false);
    onClose();
  };
  const act = resource.amendments ? translate(resource.amendments.label) : '';
  return (
    <Drawer
      open
      className="xj-form-sheet"
      size={
        phone ? '100%' : `min(${needsWideForm(customInputsOf(resource.name, resource.fields)) ? 1240 : 768}px, 94vw)`
      }
      title={row.data ? translate(texts.title, { act, title: titleOf(resource, row.data) }) : act}
      mask={{ closable: true }}
      push={false}
      autoFocus={false}
      onClose={() => void close()}
    >
      {row.isError ? (
        <LoadErrorWithRetry error={row.error} onRetry={() => void row.refetch()} />
      ) : row.data ? (
        <AmendmentWizard
          resource={resource}
          row={row.data}
          onDirty={noteDirty}
          onCancel={() => void close()}
          onDone={() => {
            noteDirty(false);
            onDone({ id });
          }}
        />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      )}
    </Drawer>
  );
}
