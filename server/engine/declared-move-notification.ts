import type { MessageTemplate } from '#kernel/message/message-template.ts';
import type { Text } from '#kernel/text/text.ts';

/**
 * The message that a move sends when it is stored. Placeholders are filled from inputs of the move and fields of the row
 * as it then is: options by their label, references by the title of their row, moments in Asia/Shanghai.
 */
export interface DeclaredMoveNotification<P extends string = string, N extends string = string> {
  readonly template: MessageTemplate<P>;
  /** The field or input of a placeholder, or words of the platform. Default: the field or input of the same name. */
  readonly values?: Readonly<Partial<Record<P, N | Text>>>;
  /**
   * Recipients. Default: the members who hold the row, without viewers where the message is something to act on. Or the
   * member a field refers to, who holds no row of the kind, with the page of theirs that the message opens.
   */
  readonly to?: { readonly field: N; readonly opens: string };
}
