import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { toast } from '#web/feedback/toast.ts';
import type { FormValues } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { translate } from '#web/i18n/locale.ts';
import { copyChildRow } from '#web/input/rows/add-copy-and-reorder-child-rows.ts';
import { loadChildRows } from '#web/resource/child-rows-calls.ts';
import { childRowFields, childRowsIn } from '#web/resource/child-rows-in-form.ts';
import { readRow } from '#web/resource/resource-calls.ts';
import { visibleToSignedInUser } from '#web/resource/resource-registry.ts';
import { product } from '../../../contract/product/tour-product.ts';
import { builderTexts } from './plan/builder-texts.ts';
import type { UndoablePlan } from './plan/use-undoable-plan.ts';

interface CopyProductPlanProps {
  /** ID of the product chosen in the form. */
  id: number;
  editing: UndoablePlan;
  days: AnyResource;
  stops: AnyResource;
  values: FormValues;
  /** The plan of an existing row is only replaced on request. */
  isNew: boolean;
  put: (values: FormValues) => void;
}

/**
 * Copies days and stops of the chosen product into the form of a template or an itinerary: by itself while the plan
 * is empty, else by a button, with undo.
 */
export function CopyProductPlanAutomaticallyOrByButton({
  id,
  editing,
  days,
  stops,
  values,
  isNew,
  put,
}: CopyProductPlanProps) {
  const { data } = useQuery({
    queryKey: ['travel', 'product-plan', id],
    queryFn: async ({ signal }) => {
      const visible = visibleToSignedInUser(product);
      return loadChildRows(visible, await readRow(visible, id, { signal }), { signal });
    },
  });
  const planned = data ? childRowsIn(data.days).length : 0;
  const take = () => {
    if (!data) return;
    const [dayFields, stopFields] = [childRowFields(days, undefined), childRowFields(stops, undefined)];
    editing.change(() => ({
      days: childRowsIn(data.days).map((row) => copyChildRow(row, dayFields)),
      stops: childRowsIn(data.stops).map((row) => copyChildRow(row, stopFields)),
    }));
    if (Object.hasOwn(values, 'default_price') && !values.default_price && data.price_from)
      put({ default_price: data.price_from });
    toast.success(translate(builderTexts.tookProduct, { days: planned, stops: childRowsIn(data.stops).length }));
  };
  const { plan } = editing;
  const isEmpty = plan.days.length === 0 && plan.stops.length === 0;
  const began = useRef(isEmpty && !isNew ? id : undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each product, when it has been read
  useEffect(() => {
    if (planned === 0 || !isEmpty || began.current === id) return;
    began.current = id;
    take();
  }, [id, planned]);
  return planned > 0 ? (
    <Button size="small" onClick={take}>
      {translate(builderTexts.takeProduct)}
    </Button>
  ) : null;
}
