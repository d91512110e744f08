import type { ComponentType } from 'react';

/** What the reader of a message decides where they read it, when the record it is about is not theirs yet, or asks for more than a move. */
export interface NoticeAnswerProps {
  /** The row the message is about. */
  readonly id: number;
}

export type LoadNoticeAnswer = () => Promise<{ default: ComponentType<NoticeAnswerProps> }>;

const answers = new Map<string, LoadNoticeAnswer>();

/** Tells the inboxes what modules let people answer in them, by the code of the message. The composition root calls it once. */
export function provideNoticeAnswers(given: Readonly<Record<string, LoadNoticeAnswer>>): void {
  answers.clear();
  for (const [code, load] of Object.entries(given)) answers.set(code, load);
}

export const noticeAnswerFor = (code: string | null): LoadNoticeAnswer | undefined => answers.get(code ?? '');
