import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { VersionComparison } from '#web/record/version/version-comparison.tsx';
import { formatProductChildRowAsText } from './format-product-child-row-as-text.ts';

/** Fields that differ between versions of a product by nature. */
const without = ['review_note', 'submitted_at'];

/** Record panel that compares a version of a product with the one before or after it. */
export default function ProductVersionComparisonPanel({ resource, row }: RecordPanelProps) {
  const other = Number(row.previous_id ?? row.next_id);
  const [before, after] = row.previous_id ? [other, row.id] : [row.id, other];
  return <VersionComparison {...{ resource, before, after, without }} lineOf={formatProductChildRowAsText} />;
}
