/** What a step of a life was refused for, on the way to the form where it is put right. */
interface RefusedMove {
  readonly resource: string;
  readonly id: number;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Where the form is to begin. */
  readonly at: string;
}

let waiting: RefusedMove | undefined;

export function storeMoveErrors(refused: RefusedMove): void {
  waiting = refused;
}

/** What was refused of this row, once. */
export function takeMoveErrors(resource: string, id: number): RefusedMove | undefined {
  const found = waiting?.resource === resource && waiting.id === id ? waiting : undefined;
  if (found) waiting = undefined;
  return found;
}
