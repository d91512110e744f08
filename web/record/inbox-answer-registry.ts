import type { ComponentType } from 'react';

/**
 * Props of a component that answers a message in the inbox, if the reader cannot see the record yet or the answer needs
 * more than a move.
 */
export interface InboxAnswerProps {
  /** Id of the row the message is about. */
  readonly id: number;
}

export type LoadInboxAnswer = () => Promise<{ default: ComponentType<InboxAnswerProps> }>;

const answers = new Map<string, LoadInboxAnswer>();

/** Registers the answers of modules by message code. The composition root calls it once. */
export function provideInboxAnswers(given: Readonly<Record<string, LoadInboxAnswer>>): void {
  answers.clear();
  for (const [code, load] of Object.entries(given)) answers.set(code, load);
}

export const inboxAnswerFor = (code: string | null): LoadInboxAnswer | undefined => answers.get(code ?? '');
