import { text } from '#kernel/text/text.ts';
import { foldText } from './ignore-width-and-case-of-characters.ts';
import { PatternError, type PatternNode, parsePattern } from './parse-keyword-pattern.ts';

/** Steps that matching may still take, shared by all patterns tried on one message. */
export interface StepBudget {
  left: number;
}

/** Texts of the groups of a match, in which the first is the whole match; null: the group has no part in it. */
export type PatternMatch = readonly (string | null)[];

type Instruction =
  | { readonly type: 'set'; readonly has: (character: string) => boolean }
  | { readonly type: 'split'; first: number; second: number }
  | { readonly type: 'jump'; to: number }
  | { readonly type: 'save'; readonly slot: number }
  | { readonly type: 'edge'; readonly at: 'start' | 'end' }
  | { readonly type: 'match' };

/** Instructions of a pattern at most: matching takes no more steps than these, for each character. */
const maxInstructions = 1000;

const tooLarge = text('模式过于复杂：请减少重复次数', 'The pattern is too complex: reduce its repeats');

/**
 * A pattern that is matched by following all ways at once (Thompson, Pike): the time is proportional to the length of
 * the text times that of the pattern, whatever the pattern.
 */
export class LinearPattern {
  readonly #program: readonly Instruction[];
  readonly #slots: number;

  /** @throws PatternError */
  constructor(pattern: string) {
    const { node, groups } = parsePattern(pattern);
    const program: Instruction[] = [];
    emit(program, { type: 'group', part: node, number: 0 });
    program.push({ type: 'match' });
    this.#program = program;
    this.#slots = (groups + 1) * 2;
  }

  /**
   * The first match within the first `most` characters of a text; null: there is none; undefined: the budget was spent before
   * it was clear. `$` stands for the end of the whole text, which a longer text does not have within them.
   */
  exec(given: string, budget: StepBudget = { left: Infinity }, most = Infinity): PatternMatch | null | undefined {
    const { written, folded } = foldText(given);
    const found = new Run(this.#program, folded, Math.min(most, folded.length), budget).search(this.#slots);
    if (!found) return found;
    return Array.from({ length: this.#slots / 2 }, (_, group) => {
      const [from, to] = [found[group * 2] ?? -1, found[group * 2 + 1] ?? -1];
      return from < 0 || to < 0 ? null : written.slice(from, to).join('');
    });
  }
}

/** Appends the instructions of a node. @throws PatternError if there are too many. */
function emit(program: Instruction[], node: PatternNode): void {
  if (program.length > maxInstructions) throw new PatternError(tooLarge);
  switch (node.type) {
    case 'set':
    case 'edge':
      program.push(node);
      return;
    case 'all':
      for (const part of node.parts) emit(program, part);
      return;
    case 'group':
      program.push({ type: 'save', slot: node.number * 2 });
      emit(program, node.part);
      program.push({ type: 'save', slot: node.number * 2 + 1 });
      return;
    case 'any':
      emitAlternatives(program, node.parts);
      return;
    case 'repeat':
      emitRepeats(program, node);
  }
}

function emitAlternatives(program: Instruction[], parts: readonly PatternNode[]): void {
  const jumps: { type: 'jump'; to: number }[] = [];
  for (const [place, part] of parts.entries()) {
    if (place === parts.length - 1) {
      emit(program, part);
      break;
    }
    const split = { type: 'split' as const, first: program.length + 1, second: 0 };
    program.push(split);
    emit(program, part);
    const jump = { type: 'jump' as const, to: 0 };
    program.push(jump);
    jumps.push(jump);
    split.second = program.length;
  }
  for (const jump of jumps) jump.to = program.length;
}

function emitRepeats(program: Instruction[], { part, min, max }: Extract<PatternNode, { type: 'repeat' }>): void {
  for (let n = 0; n < min; n++) emit(program, part);
  if (max === Infinity) {
    const split = { type: 'split' as const, first: program.length + 1, second: 0 };
    program.push(split);
    emit(program, part);
    program.push({ type: 'jump', to: program.indexOf(split) });
    split.second = program.length;
    return;
  }
  const splits: { type: 'split'; first: number; second: number }[] = [];
  for (let n = min; n < max; n++) {
    const split = { type: 'split' as const, first: program.length + 1, second: 0 };
    program.push(split);
    splits.push(split);
    emit(program, part);
  }
  for (const split of splits) split.second = program.length;
}

/** A way through the program, with what its groups captured. */
interface Thread {
  readonly at: number;
  readonly slots: readonly number[];
}

/** The search in one text. */
class Run {
  readonly #program: readonly Instruction[];
  readonly #text: readonly string[];
  /** The place up to which the text is searched. */
  readonly #last: number;
  readonly #budget: StepBudget;
  /** The place in the text at which an instruction was last added. */
  readonly #added: Int32Array;

  constructor(program: readonly Instruction[], characters: readonly string[], last: number, budget: StepBudget) {
    this.#program = program;
    this.#text = characters;
    this.#last = last;
    this.#budget = budget;
    this.#added = new Int32Array(program.length).fill(-1);
  }

  /** Places of the groups of the first match. */
  search(slots: number): readonly number[] | null | undefined {
    const none: readonly number[] = Array.from({ length: slots }, () => -1);
    let found: readonly number[] | null = null;
    let threads: Thread[] = [];
    for (let place = 0; place <= this.#last; place++) {
      // a match that begins further left takes precedence
      if (!found) this.#add(threads, { at: 0, slots: none }, place);
      if (threads.length === 0) break;
      const next: Thread[] = [];
      for (const thread of threads) {
        if (--this.#budget.left < 0) return undefined;
        const instruction = this.#program[thread.at];
        if (instruction?.type === 'match') {
          found = thread.slots;
          // ways of lower precedence end
          break;
        }
        const character = place < this.#last ? this.#text[place] : undefined;
        if (instruction?.type === 'set' && character !== undefined && instruction.has(character))
          this.#add(next, { at: thread.at + 1, slots: thread.slots }, place + 1);
      }
      threads = next;
    }
    return found;
  }

  /** Adds a way and all it leads to without a character, in order of precedence, each instruction once. */
  #add(threads: Thread[], { at, slots }: Thread, place: number): void {
    if (this.#added[at] === place) return;
    this.#added[at] = place;
    this.#budget.left--;
    const instruction = this.#program[at];
    switch (instruction?.type) {
      case 'jump':
        this.#add(threads, { at: instruction.to, slots }, place);
        return;
      case 'split':
        this.#add(threads, { at: instruction.first, slots }, place);
        this.#add(threads, { at: instruction.second, slots }, place);
        return;
      case 'save':
        this.#add(threads, { at: at + 1, slots: slots.with(instruction.slot, place) }, place);
        return;
      case 'edge':
        if (place === (instruction.at === 'start' ? 0 : this.#text.length))
          this.#add(threads, { at: at + 1, slots }, place);
        return;
      default:
        threads.push({ at, slots });
    }
  }
}
