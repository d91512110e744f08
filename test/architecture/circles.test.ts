import path from 'node:path';
import { expect, test } from 'vitest';
import { imports } from './sources.ts';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Who imports whom, with both ends named by `nameOf`; imports within one name are left out. */
function graphOf(nameOf: (file: string) => string): Graph {
  const graph = new Map<string, Set<string>>();
  for (const one of imports) {
    const [from, to] = [nameOf(one.from), nameOf(one.to)];
    if (from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  }
  return graph;
}

/** The strongly connected components of a graph (Tarjan), each with its members in alphabetical order. */
function circlesOf(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): number => {
    const index = order.size;
    order.set(node, index);
    stack.push(node);
    let low = index;
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, lowest.get(next) ?? (order.get(next) as number));
    }
    lowest.set(node, low);
    if (low === index) {
      const part = stack.splice(stack.indexOf(node));
      if (part.length > 1) circles.push(part.sort());
    }
    return low;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles;
}

test('no files import each other in a circle, type imports included', () => {
  expect(circlesOf(graphOf((file) => file))).toEqual([]);
});

// whoever wants to understand one folder of a circle has to read all of them
test('no folders import each other in a circle, type imports included', () => {
  expect(circlesOf(graphOf((file) => path.posix.dirname(file)))).toEqual([]);
});

test('the check finds circles', () => {
  const graph = new Map(
    Object.entries({ a: ['b'], b: ['c', 'd'], c: ['a'], d: ['e'], e: ['d', 'f'], f: [] }).map(([from, to]) => [
      from,
      new Set(to),
    ]),
  );
  expect(circlesOf(graph)).toEqual([
    ['d', 'e'],
    ['a', 'b', 'c'],
  ]);
});
