/** Errors of a refused move, on the way to the form where they are corrected. */
interface RefusedMove {
  readonly resource: string;
  readonly id: number;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** The field that gets the focus. */
  readonly at: string;
}

let waiting: RefusedMove | undefined;

export function storeErrorsOfRefusedMoveForRowForm(refused: RefusedMove): void {
  waiting = refused;
}

/** The errors of this row; they are returned once. */
export function takeErrorsOfRefusedMoveForRowForm(resource: string, id: number): RefusedMove | undefined {
  const found = waiting?.resource === resource && waiting.id === id ? waiting : undefined;
  if (found) waiting = undefined;
  return found;
}
