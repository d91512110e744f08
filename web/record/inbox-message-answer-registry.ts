import type { ComponentType } from 'react';

/**
 * Props of a component that answers a message in the inbox, if the reader cannot see the record yet or the answer needs
 * more than a move.
 */
export interface InboxMessageAnswerProps {
  /** Id of the row the message is about. */
  readonly id: number;
}

export type LoadInboxMessageAnswer = () => Promise<{ default: ComponentType<InboxMessageAnswerProps> }>;

const answers = new Map<string, LoadInboxMessageAnswer>();

/** Registers the answers of modules by message code. The composition root calls it once. */
export function provideInboxMessageAnswers(given: Readonly<Record<string, LoadInboxMessageAnswer>>): void {
  answers.clear();
  for (const [code, load] of Object.entries(given)) answers.set(code, load);
}

export const inboxMessageAnswerFor = (code: string | null): LoadInboxMessageAnswer | undefined =>
  answers.get(code ?? '');
