import {
  drawObjectsAndOfficers,
  merkleRootOfList,
  seedOfDraw,
} from '#kernel/random-draw/draw-inspection-objects-and-officers.ts';
import type { DrawCommitment, DrawObject, DrawOfficer, DrawSeeds } from '#kernel/random-draw/draw-record-types.ts';
import type { Hash } from '#kernel/random-draw/hash-bytes-and-hmac.ts';
import { hashOfResult } from '#kernel/random-draw/verify-draw.ts';
import { answerTasks } from '#server/answer-tasks-in-worker-thread.ts';
import {
  type DrawnKind,
  drawRecordIdOfEnterprise,
  drawRecordIdOfKind,
  drawRecordIdOfOfficer,
  rowKeyOfDrawRecordId,
} from '../../contract/draw/format-and-parse-draw-record-ids.ts';
import { createWebAssemblySm3 } from './webassembly-sm3.ts';

/** Frozen lists as JSON of the database: `[risk, area, domain, keys]`, and `[key, area, domains, recused, capacity]`. */
export interface FrozenLists {
  readonly objects: string;
  readonly officers: string;
}

/** Tasks of the thread: a hundred thousand hashes would keep the server from answering. */
export type DrawWorkerTask =
  | { readonly task: 'roots'; readonly kind: DrawnKind; readonly lists: FrozenLists }
  | {
      readonly task: 'draw';
      readonly kind: DrawnKind;
      readonly lists: FrozenLists;
      /** Without a root of officers none are listed. */
      readonly commitment: Pick<DrawCommitment, 'count' | 'pairing' | 'object_root'> &
        Partial<Pick<DrawCommitment, 'officer_root'>>;
      readonly seeds: DrawSeeds;
    };

export interface ListRoots {
  readonly object_root: string;
  readonly officer_root: string;
}

/** JSON of `[key, [officers]]` in the order of drawing, and the hash of the result; or that a list is not the committed one. */
export type DrawWorkerAnswer =
  | { readonly roots: ListRoots }
  | { readonly results: string; readonly hash: string; readonly unpaired: number }
  | { readonly changed: 'objects' | 'officers' }
  | { readonly failed: string };

/**
 * In the order of their ids, which have one beginning: that of the digits of the keys. A hundred thousand numbers are
 * sorted in a tenth of the time of their texts.
 */
function readObjects(kind: DrawnKind, written: string): DrawObject[] {
  const groups = JSON.parse(written) as [DrawObject['risk'], string, string, number[]][];
  const objects = groups.flatMap(([risk, area, domain, keys]) =>
    keys.map((key) => ({ key, rank: rankOfDigits(key), risk, area, domain })),
  );
  objects.sort((one, other) => one.rank - other.rank || one.key - other.key);
  // the names in the order of canonical JSON, which then needs no copy
  return objects.map(({ key, risk, area, domain }) => ({ area, domain, id: drawRecordIdOfKind(kind, key), risk }));
}

/** Orders numbers as their digits are ordered as text, but for those that begin another: 12 and 120 have one rank. */
const rankOfDigits = (key: number): number => key / 10 ** (String(key).length - 1);

const readOfficers = (written: string): DrawOfficer[] =>
  (JSON.parse(written) as [number, string, string[], number[], number][]).map(
    ([key, area, domains, recused, capacity]) => ({
      id: drawRecordIdOfOfficer(key),
      area,
      domains,
      recused: recused.map(drawRecordIdOfEnterprise),
      capacity,
    }),
  );

function answer(sm3: Hash, task: DrawWorkerTask): DrawWorkerAnswer {
  const objects = readObjects(task.kind, task.lists.objects);
  const officers = readOfficers(task.lists.officers);
  const roots = { object_root: merkleRootOfList(sm3, objects), officer_root: merkleRootOfList(sm3, officers) };
  if (task.task === 'roots') return { roots };
  const { commitment, seeds } = task;
  if (roots.object_root !== commitment.object_root) return { changed: 'objects' };
  if (roots.officer_root !== (commitment.officer_root ?? merkleRootOfList(sm3, []))) return { changed: 'officers' };
  const { count, pairing } = commitment;
  const drawn = drawObjectsAndOfficers(sm3, { objects, officers, count, pairing }, seedOfDraw(sm3, seeds));
  return {
    results: JSON.stringify(
      drawn.map((one) => [rowKeyOfDrawRecordId(one.object), one.officers.map(rowKeyOfDrawRecordId)]),
    ),
    hash: hashOfResult(sm3, drawn),
    unpaired: drawn.filter((one) => one.officers.length === 0).length,
  };
}

answerTasks(async (task: DrawWorkerTask) => answer(await createWebAssemblySm3(), task));
