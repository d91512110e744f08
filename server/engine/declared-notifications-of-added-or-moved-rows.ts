import type { RowCondition } from '#kernel/declaration/row-condition-and-move-guard.ts';
import type { MessageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import type { Text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';

/** A field, or with a dot a field of the row that a reference names: `'vehicle_id.plate'`. */
type FieldPath<N extends string> = N | `${N}.${string}`;

/**
 * What fills a placeholder: a field or an input, the day of a moment, or words of the platform, in which `{name}` is in
 * turn a field or an input.
 */
export type NotificationPlaceholderValue<N extends string = string> =
  | FieldPath<N>
  | { readonly day: FieldPath<N> }
  | Text;

/**
 * A message about a row that is sent when it is added or moved. Placeholders are filled from inputs of the move and
 * fields of the row as it then is: options by their label, references by the title of their row, moments in
 * Asia/Shanghai. An input left empty is the field of its name.
 */
export interface DeclaredNotification<P extends string = string, N extends string = string> {
  readonly template: MessageTemplate<P>;
  /** Default: the field or input of the name of the placeholder. */
  readonly values?: Readonly<Partial<Record<P, NotificationPlaceholderValue<N>>>>;
  /**
   * Recipients. Default: the members who hold the row, without viewers where the message is something to act on. Or
   * those who hold the row that a field refers to, which the message then is about; or the member a field refers to,
   * who holds no row of the kind, with the page of theirs that the message opens.
   */
  readonly to?: { readonly holdersOf: N } | { readonly field: N; readonly opens: string };
  /** The field with the mobile number that gets the message as a text message too, in Chinese. */
  readonly sms?: FieldPath<N>;
  /** Only if one of these made the write. */
  readonly by?: readonly Caller['type'][];
  /** Only for rows that meet these conditions when it is stored; a field may be one of a row referred to. */
  readonly where?: readonly RowCondition[];
  /** Of a move that accepts a change: filled from the row before it, and sent to the mobile it then had. */
  readonly before?: true;
}
