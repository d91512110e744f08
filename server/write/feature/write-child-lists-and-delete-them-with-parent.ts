import { childListsOf } from '#kernel/resource/child-lists-of-resource.ts';
import { notifySubscribersAfterChildWrites } from '../child-rows/notify-subscribers-of-child-row-events.ts';
import { deleteChildRows, type SubmittedChildLists } from '../child-rows/plan-and-store-submitted-child-lists.ts';
import type { WriteContext } from '../hook/write-hooks-of-module.ts';
import type {
  FeatureContribution,
  FeatureStatements,
  PlannedWrite,
  StoredWrite,
  WriteFeature,
} from './write-phase-and-feature-types.ts';

/** Lists of child rows: written with the form of their parent, deleted with it. */
export const writeChildListsOfForm: WriteFeature = {
  plan(write) {
    const { lists, resource, order } = write;
    if (lists) return new WrittenLists(write, lists);
    return order.operation === 'del' && childListsOf(resource).length > 0 ? new DeletedLists(write) : undefined;
  },
};

class WrittenLists implements FeatureContribution {
  readonly #write: PlannedWrite;
  readonly #lists: SubmittedChildLists;

  constructor(write: PlannedWrite, lists: SubmittedChildLists) {
    this.#write = write;
    this.#lists = lists;
  }

  runHooks(context: WriteContext): Promise<void> {
    return this.#lists.runHooks(context, this.#write.errors);
  }

  check(): Promise<void> {
    return this.#lists.finish(this.#write.errors);
  }

  async parts(): Promise<FeatureStatements> {
    const { engine, tx, caller, resource } = this.#write;
    const notify = this.#lists.isChanged
      ? await notifySubscribersAfterChildWrites(engine, tx, caller, resource)
      : undefined;
    return { ...(await this.#lists.store(tx)), ...(notify ? { beforeHooks: notify } : {}) };
  }
}

class DeletedLists implements FeatureContribution {
  readonly #write: PlannedWrite;

  constructor(write: PlannedWrite) {
    this.#write = write;
  }

  async parts({ context }: StoredWrite): Promise<FeatureStatements> {
    const { engine, tx, caller, resource } = this.#write;
    const notify = await notifySubscribersAfterChildWrites(engine, tx, caller, resource);
    return { ...(await deleteChildRows(context)), ...(notify ? { beforeHooks: notify } : {}) };
  }
}
