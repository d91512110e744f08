import type { Act } from '#kernel/act.ts';
import { type AnyResource, controllerOf } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { confirm } from '#web/feedback/confirm.ts';
import { toast } from '#web/feedback/toast.ts';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { speak } from '#web/i18n/locale.ts';
import { refreshResource } from '#web/resource/resource-calls.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/area.ts';
import { can } from '#web/session/session.ts';

const words = {
  refused: text('{n} 条不能办理，全部未办理', '{n} cannot be done, so that none was'),
  others: text('办理其余 {n} 条', 'Do the other {n}'),
  close: text('知道了', 'Close'),
  line: text('{title}：{why}', '{title}: {why}'),
};

/** An act, and the rows among those chosen that it is for. */
export interface OfferedAct {
  readonly name: string;
  readonly act: Act;
  readonly rows: readonly WireRow[];
}

interface Failed {
  readonly id: number;
  readonly title: string;
  readonly msg: string;
}

const granted = (resource: AnyResource): [string, Act][] =>
  currentArea() === 'admin'
    ? Object.entries<Act>(resource.acts ?? {}).filter(([name]) => can(`${resource.name}/${name}`))
    : [];

/** Whether whoever is at work may do something with rows besides the standard actions. */
export const mayAct = (resource: AnyResource): boolean => granted(resource).length > 0;

/** What may be done with some of these rows. */
export const actsFor = (resource: AnyResource, rows: readonly WireRow[]): OfferedAct[] =>
  granted(resource).flatMap(([name, act]) => {
    const { on } = act;
    const meant = on ? rows.filter((row) => String(row[on[0]]) === on[1]) : rows;
    return meant.length > 0 ? [{ name, act, rows: meant }] : [];
  });

/** Asks, acts, and says of each row that stood in the way why; the others can be done without it. Resolves to whether it was done. */
export async function takeAct(resource: AnyResource, { name, act, rows }: OfferedAct): Promise<boolean> {
  const n = rows.length;
  const [first] = rows;
  if (!first) return false;
  const asked = { title: speak(act.asks, { n }), okText: speak(act.label) };
  if (!(await confirm(n === 1 ? { ...asked, text: titleOf(resource, first) } : asked))) return false;
  return await run(rows);

  async function run(chosen: readonly WireRow[]): Promise<boolean> {
    try {
      await post(`/admin/${controllerOf(resource)}/${name}`, { ids: chosen.map(({ id }) => id) }, { quiet: true });
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      if (isCancelled(error)) return false;
      const { failed = [] } = (error.data ?? {}) as { failed?: readonly Failed[] };
      await refreshResource(resource.name);
      if (failed.length === 0) {
        toast.error(error.message);
        return false;
      }
      const stand = new Set(failed.map(({ id }) => id));
      const others = chosen.filter(({ id }) => !stand.has(id));
      const agreed = await confirm({
        title: speak(words.refused, { n: failed.length }),
        list: failed.map(({ title, msg }) => speak(words.line, { title, why: msg })),
        ...(others.length > 0
          ? { okText: speak(words.others, { n: others.length }) }
          : { okText: speak(words.close), told: true }),
      });
      return agreed && others.length > 0 ? await run(others) : false;
    }
    toast.success(speak(act.done, { n: chosen.length }));
    await refreshResource(resource.name);
    return true;
  }
}
