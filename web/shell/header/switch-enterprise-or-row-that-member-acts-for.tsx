import { DownOutlined } from '@ant-design/icons';
import { useEffect, useMemo } from 'react';
import { roleInRowLabels } from '#kernel/access/member-rights-by-role.ts';
import {
  owningResourceOf,
  type RowsHeldByMember,
} from '#kernel/access/rows-members-hold-directly-or-through-parent.ts';
import { text } from '#kernel/text/text.ts';
import { loadBootAnswer } from '#web/boot/load-boot-answer.ts';
import { subscribeToLiveEvents } from '#web/http/live-event-stream-client.ts';
import { useText } from '#web/i18n/locale.ts';
import { useLoadedModules, useResource } from '#web/resource/declaration-loader.ts';
import { findResource, resourcesReferringTo } from '#web/resource/resource-registry.ts';
import {
  chooseRowThatMemberActsFor,
  useChosenRowThatMemberActsFor,
  useRowsHeldByMember,
} from '#web/session/chosen-enterprise-or-row-that-member-acts-for.ts';
import { DropdownMenu } from '../menu/dropdown-menu.tsx';

const texts = {
  all: text('全部{label}', 'All {label}'),
  choose: text('切换{label}', 'Switch {label}'),
  more: text('其余请在列表中查看', 'See the list for the others'),
};

/** Topics of changes that affect what a member holds: the rows, the people named by them, and applications. */
const topicsOf = ({ resource: name }: RowsHeldByMember): string[] => {
  const one = findResource(name);
  if (!one) return [];
  const applying = resourcesReferringTo(one).filter(
    ({ other }) => owningResourceOf(other, findResource)?.name === other.name,
  );
  return [name, ...(one.people ? [one.people] : []), ...applying.map(({ other }) => other.name)];
};

/**
 * Selects which of the rows they hold a member works with: one, or all. Hidden for members with one row of each kind.
 */
export default function SwitchRowThatMemberActsFor() {
  const holdings = useRowsHeldByMember();
  const modules = useLoadedModules();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what refers to a resource is known once its module is loaded
  const topics = useMemo(() => holdings.flatMap(topicsOf).sort().join(), [holdings, modules]);
  useEffect(() => {
    if (topics === '') return;
    // After a failed call the previous data stay.
    return subscribeToLiveEvents(topics.split(','), () => void loadBootAnswer('member').catch(() => undefined), {
      area: 'member',
    });
  }, [topics]);
  return holdings
    .filter((one) => one.list.length > 1)
    .map((holding) => <OneSwitch key={holding.resource} holding={holding} />);
}

function OneSwitch({ holding: { resource, list, more } }: { holding: RowsHeldByMember }) {
  const t = useText();
  const chosen = useChosenRowThatMemberActsFor(resource);
  const declared = useResource(resource);
  const label = declared ? t(declared.label) : '';
  const all = t(texts.all, { label: label.toLowerCase() });
  const choose = (id: number | undefined) => () => chooseRowThatMemberActsFor(resource, id);
  return (
    <DropdownMenu
      label={t(texts.choose, { label: label.toLowerCase() })}
      className="xj-tool xj-holder"
      button={
        <>
          <span className="xj-visually-hidden">{t(texts.choose, { label: label.toLowerCase() })}</span>
          <span className="xj-holder-name">{chosen?.title ?? all}</span>
          <DownOutlined aria-hidden />
        </>
      }
      items={[
        { key: 'all', label: all, checked: chosen === undefined, run: choose(undefined) },
        'rule',
        ...list.map(({ id, title, role }) => ({
          key: String(id),
          label: title,
          checked: id === chosen?.id,
          after: <small>{t(roleInRowLabels[role])}</small>,
          run: choose(id),
        })),
        ...(more ? [{ key: 'more', label: t(texts.more), disabled: true, run: () => undefined }] : []),
      ]}
    />
  );
}
