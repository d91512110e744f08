import { lazy, Suspense, useState } from 'react';
import { amendmentsIn } from '#kernel/lifecycle/amendment.ts';
import FormSheet, { type FormSheetProps } from '#web/form/resource/form-sheet.tsx';
import { useRow } from '#web/resource/use-row.ts';

const AmendSheet = lazy(() => import('#web/record/amend/amend-sheet.tsx'));

/** Where a row is changed: in the form of its resource, or, where it is on file, by an amendment. */
export default function EditSheet(props: FormSheetProps) {
  const { resource, ids } = props;
  const id = resource.amendments && ids.length === 1 ? ids[0] : undefined;
  const row = useRow(resource, id).data;
  // somebody may file the row while its form is open: what was begun is ended where it was begun
  const [begun, setBegun] = useState<'form' | 'amendment'>();
  if (id === undefined) return <FormSheet {...props} />;
  const way = begun ?? (row ? (amendmentsIn(resource, row.status) ? 'amendment' : 'form') : undefined);
  if (way !== begun) setBegun(way);
  if (way === undefined) return null;
  return way === 'form' ? (
    <FormSheet {...props} />
  ) : (
    <Suspense fallback={null}>
      <AmendSheet {...props} id={id} />
    </Suspense>
  );
}
