import type { ComponentType } from 'react';

/**
 * Props of a component with which a message is answered in the inbox, where the record is not visible to its reader
 * yet, or the answer needs more than a move.
 */
export interface NoticeAnswerProps {
  /** Id of the row the message is about. */
  readonly id: number;
}

export type LoadNoticeAnswer = () => Promise<{ default: ComponentType<NoticeAnswerProps> }>;

const answers = new Map<string, LoadNoticeAnswer>();

/** Registers the answers of modules by message code. The composition root calls it once. */
export function provideNoticeAnswers(given: Readonly<Record<string, LoadNoticeAnswer>>): void {
  answers.clear();
  for (const [code, load] of Object.entries(given)) answers.set(code, load);
}

export const noticeAnswerFor = (code: string | null): LoadNoticeAnswer | undefined => answers.get(code ?? '');
