import type { AnyResource } from '#kernel/declaration/resource.ts';
import { post } from '#web/http/client.ts';
import type { WritePreview } from '#web/lifecycle/move/preview-of-move-effects.tsx';
import { pathOf, type RowValues } from '#web/resource/resource-calls.ts';

/** Previews an edit; it is refused as the edit itself would be. */
export const previewEdit = (resource: AnyResource, values: RowValues): Promise<WritePreview> =>
  post<WritePreview>(pathOf(resource, 'foresee'), values, { quiet: true, duplicate: 'allow', timeout: 60_000 });
