import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { crewReturned } from '../contract/message-templates.ts';

/** Notifies the people who entered a record why it was not verified or a correction was refused. `title`: what names the record. */
export function crewNotVerifiedNotification<N extends string>({ label }: AnyResource, title: N) {
  const what = text(label['zh-cn'], label.en.toLowerCase().replace(/s$/, ''));
  return { template: crewReturned, values: { what, title } } as const;
}
