import type { Text } from '#kernel/text/text.ts';
import type { Sql } from '#server/db/sql.ts';

/** What the select of a contributor may use. */
export interface EnterpriseTimelineInputs {
  /** Key of the enterprise. */
  readonly enterprise: Sql;
  /** Condition on alias `t`, the table of the contributor's resource: the rows that the caller may see. */
  readonly visible: Sql;
}

/**
 * Rows of a module that belong on the line of time of an enterprise, for the panel of the enterprise module. A caller who
 * may not read the resource gets none of them, not even their number.
 */
export interface EnterpriseTimelineContributor {
  /** Its lane: `check`. */
  readonly kind: string;
  readonly label: Text;
  /** The resource whose rows they are: it decides what a caller sees, and an entry opens its row. */
  readonly of: string;
  /** What `state` is: a value of this field of the resource, or the move that was made. */
  readonly state: 'status' | 'result' | 'move';
  /**
   * Selects, in this order: a key that is unique within the kind, the key of the row, from when, until when (null: a
   * moment), title, and `state`. The resource's table has the alias `t`.
   */
  select(inputs: EnterpriseTimelineInputs): Sql;
}
