import { isCancelled, WireError } from '#web/http/client.ts';

/** Why something of a batch could not be done. */
export interface Failed {
  readonly id: number;
  readonly title: string;
  readonly msg: string;
}

/** What a refused batch says of each of its parts, or of itself. */
export function failedOf(error: unknown): readonly Failed[] {
  if (error === undefined || isCancelled(error)) return [];
  if (!(error instanceof WireError)) throw error;
  const { failed } = (error.data ?? {}) as { failed?: readonly Failed[] };
  return failed ?? [{ id: 0, title: '', msg: error.message }];
}

export function FailedList({ failed }: { failed: readonly Failed[] }) {
  if (failed.length === 0) return null;
  return (
    <ul className="xj-form-field-error" role="alert">
      {failed.map(({ id, title, msg }) => (
        <li key={id}>{title ? `${title}: ${msg}` : msg}</li>
      ))}
    </ul>
  );
}
