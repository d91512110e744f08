import { lazy, Suspense, useState } from 'react';
import { amendmentRulesInState } from '#kernel/lifecycle/fields-opened-by-amendment-rules.ts';
import ResourceFormSideSheet, {
  type ResourceFormSideSheetProps,
} from '#web/form/resource/resource-form-side-sheet.tsx';
import { useLiveRow } from '#web/resource/use-live-row.ts';

const AmendSheet = lazy(() => import('#web/record/amend/amendment-side-sheet.tsx'));

/** Edits a row in a sheet: in the form of its resource or, if the row is on file, as an amendment. */
export default function EditOrAmendSideSheet(props: ResourceFormSideSheetProps) {
  const { resource, ids } = props;
  const id = resource.amendments && ids.length === 1 ? ids[0] : undefined;
  const row = useLiveRow(resource, id).data;
  // the row may be filed while its form is open: the form stays as it was opened
  const [begun, setBegun] = useState<'form' | 'amendment'>();
  if (id === undefined) return <ResourceFormSideSheet {...props} />;
  const way = begun ?? (row ? (amendmentRulesInState(resource, row.status) ? 'amendment' : 'form') : undefined);
  if (way !== begun) setBegun(way);
  if (way === undefined) return null;
  return way === 'form' ? (
    <ResourceFormSideSheet {...props} />
  ) : (
    <Suspense fallback={null}>
      <AmendSheet {...props} id={id} />
    </Suspense>
  );
}
