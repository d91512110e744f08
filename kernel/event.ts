/** A fact written to the outbox in the transaction that made it true; told to screens and to other modules. */
export interface DomainEvent<P = Readonly<Record<string, unknown>>> {
  id: number;
  /** `enterprise.submitted`, or `<resource>.added|edited|deleted` for plain writes. */
  name: string;
  /** Name of the resource, and the row it happened to. */
  resource: string;
  row_id: number;
  /** Jurisdiction the fact belongs to; subscribers outside it do not hear it. */
  area_code: string | null;
  payload: P;
  /** Unix seconds. */
  createtime: number;
}
