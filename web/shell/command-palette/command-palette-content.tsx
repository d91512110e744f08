import { useQuery } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { TextWithMarkedSearchTerms } from '#web/feedback/text-with-marked-search-terms.tsx';
import { toast } from '#web/feedback/toast.ts';
import { useDebounced } from '#web/feedback/use-debounced.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import { usePinyinMatch } from '#web/i18n/pinyin-match.ts';
import { useAllModules } from '#web/resource/declaration-loader.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { readRecentRecords } from '#web/session/recently-opened-records.ts';
import { type PaletteAction, useOfferedPaletteActions } from '#web/tab/command-palette-and-shortcut-action-registry.ts';
import { refusedNavigationAndRowDragTexts } from '#web/tab/refused-navigation-and-row-drag-texts.ts';
import { formatKeysForPlatform } from '#web/tab/run-offered-action-of-pressed-shortcut-keys.ts';
import { actionMatches, actionsOfMenu, actionsOfRecentRecords, actionsThatAddRows } from './command-palette-actions.ts';
import { type CommandPaletteProps, commandPaletteTexts, useCommandPalette } from './command-palette-state.ts';

const texts = {
  goTo: text('前往', 'Go to'),
  create: text('新建', 'New'),
  recent: text('最近查看', 'Recently viewed'),
  actions: text('操作', 'Actions'),
  records: text('查找结果', 'Search results'),
  everything: text('全部结果：{terms}', 'All results for “{terms}”'),
  nothing: text('没有匹配的内容', 'No matches'),
  searching: text('正在查找…', 'Searching…'),
  help: text('↑↓ 选择　Enter 执行　Esc 关闭', '↑↓ select · Enter run · Esc close'),
};

interface Hit {
  resource: string;
  id: number;
  title: string;
  subtitle: string;
}

/** Delay in ms after the last letter before the server is asked. */
const pause = 200;

interface Section {
  title: string;
  actions: PaletteAction[];
}

interface SearchedBy extends CommandPaletteProps {
  /** What is typed now, and what the list shows. */
  typed: string;
  wanted: string;
}

/** Everything that matches the typed text, by section; records come from the server once typing pauses. */
function useSections({ area, entries, isScreen, searchPage, typed, wanted }: SearchedBy) {
  const t = useText();
  const base = area === 'admin' ? '/admin' : '/user';
  const navigate = useNavigate();
  const offered = useOfferedPaletteActions();
  const settled = useDebounced(typed, pause);
  const isRead = usePinyinMatch();
  const modules = useAllModules();
  const search = useQuery({
    queryKey: ['palette', settled],
    queryFn: queryFnFor<{ list: Hit[]; terms: string[] }>(`${area === 'admin' ? '/admin' : '/api'}/search/index`, {
      quick_search: settled,
    }),
    enabled: settled.length > 1,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels of resources arrive with their modules
  const sections = useMemo((): Section[] => {
    const go = (to: string): void => {
      if (to.toLowerCase() === window.location.pathname.toLowerCase())
        toast.info(t(refusedNavigationAndRowDragTexts.already));
      void navigate(to);
    };
    const isWanted = (one: PaletteAction) => actionMatches(one, wanted, isRead);
    const found: PaletteAction[] = (wanted.length > 1 ? (search.data?.list ?? []) : []).map((hit) => ({
      id: `hit:${hit.resource}:${hit.id}`,
      label: hit.title,
      hint: hit.subtitle || t(findResource(hit.resource)?.label ?? texts.records),
      run: () => go(`${base}/${hit.resource}/${hit.id}`),
    }));
    const ids = new Set(found.map(({ id }) => id));
    if (searchPage && found.length > 0)
      found.push({
        id: 'search:everything',
        label: t(texts.everything, { terms: wanted }),
        run: () => go(`${searchPage}?q=${encodeURIComponent(wanted)}`),
      });
    const lately = actionsOfRecentRecords(readRecentRecords(area), base, go).filter(
      (one) => !ids.has(one.id) && isWanted(one),
    );
    const places = actionsOfMenu(entries, go).filter(isWanted);
    // Possible additions are a long list: only for a typed text.
    const created = wanted === '' ? [] : actionsThatAddRows(entries, base, go, isScreen).filter(isWanted);
    const doable = offered.filter(isWanted);
    const own = [...new Set(doable.map((one) => one.section ?? t(texts.actions)))];
    const rest: Section[] = [
      { title: t(texts.goTo), actions: places },
      { title: t(texts.create), actions: created },
      ...own.map((title) => ({
        title,
        actions: doable.filter((one) => (one.section ?? t(texts.actions)) === title),
      })),
    ];
    // Actions with a matching label come first, so that Enter does the same before and after records arrive.
    const called = rest.filter(({ actions }) =>
      actions.some(({ label }) => wanted && actionMatches({ label }, wanted)),
    );
    return [
      ...called,
      { title: t(texts.records), actions: found },
      { title: t(texts.recent), actions: lately },
      ...rest.filter((section) => !called.includes(section)),
    ].filter((section) => section.actions.length > 0);
  }, [area, base, entries, navigate, offered, t, search.data, wanted, isRead, isScreen, searchPage, modules]);
  const isSearching = wanted.length > 1 && (search.isFetching || settled !== wanted);
  return { sections, isSearching, terms: search.data?.terms ?? [] };
}

interface OptionGroupProps {
  section: Section;
  chosen: PaletteAction | undefined;
  idOf: (action: PaletteAction) => string | undefined;
  /** Marked in what was found. */
  terms: readonly string[];
  onChoose: (action: PaletteAction) => void;
  onRun: (action: PaletteAction) => void;
}

function OptionGroup({ section, chosen, idOf, terms, onChoose, onRun }: OptionGroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options inside a listbox
    <div role="group" aria-label={section.title}>
      <p className="xj-palette-section" aria-hidden="true">
        {section.title}
      </p>
      {section.actions.map((action) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the input
        <div
          key={action.id}
          id={idOf(action)}
          className="xj-palette-option"
          role="option"
          tabIndex={-1}
          aria-selected={action === chosen}
          aria-disabled={action.disabled ? true : undefined}
          onMouseMove={() => onChoose(action)}
          onClick={() => onRun(action)}
        >
          <span className="xj-palette-label">
            {action.id.startsWith('hit:') ? (
              <TextWithMarkedSearchTerms text={action.label} terms={terms} />
            ) : (
              action.label
            )}
          </span>
          <span className="xj-palette-hint">{action.disabled ?? action.hint}</span>
          {action.keys && <kbd>{formatKeysForPlatform(action.keys)}</kbd>}
        </div>
      ))}
    </div>
  );
}

interface ActionListProps extends Omit<OptionGroupProps, 'section'> {
  id: string;
  list: RefObject<HTMLDivElement | null>;
  sections: readonly Section[];
  isSearching: boolean;
}

/** The actions found, by section, or that there are none. */
function ActionList({ id, list, sections, isSearching, ...options }: ActionListProps) {
  const t = useText();
  return (
    <div
      className="xj-palette-list"
      id={id}
      role="listbox"
      aria-label={t(commandPaletteTexts.title)}
      ref={list}
      tabIndex={-1}
    >
      {sections.map((section) => (
        <OptionGroup key={section.title} section={section} {...options} />
      ))}
      {sections.length === 0 && (
        <p className="xj-palette-none" role="status">
          {t(isSearching ? texts.searching : texts.nothing)}
        </p>
      )}
    </div>
  );
}

/**
 * Index of the option a key selects among `count`; undefined for other keys. Arrow keys wrap around, page keys stop at
 * the ends.
 */
function placeAfter(key: string, at: number, count: number): number | undefined {
  const to: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 };
  const target = to[key];
  if (target === undefined) return undefined;
  return key.startsWith('Arrow') ? (target + count) % count : Math.max(0, Math.min(count - 1, target));
}

/** Place of the chosen action, the first by default. It stays chosen when others arrive above it. */
function useChosenAction(all: readonly PaletteAction[]) {
  const [chosenId, setChosenId] = useState<string>();
  const at = all.findIndex(({ id }) => id === chosenId);
  return { at: Math.max(0, at), choose: (action: PaletteAction | undefined) => setChosenId(action?.id) };
}

function useChosenInView(list: RefObject<HTMLElement | null>, at: number, count: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new selection scrolls the list
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [at, count]);
}

/** Closes the palette and runs an action; for an unavailable action, shows why. */
function runAction(action: PaletteAction | undefined, onClose: () => void): void {
  if (!action) return;
  if (action.disabled) return void toast.info(action.disabled);
  onClose();
  void action.run();
}

export default function CommandPaletteContent(props: CommandPaletteProps & { onClose: () => void }) {
  const { area, onClose } = props;
  const t = useText();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(useCommandPalette.getState().query);
  const wanted = useDeferredValue(typed.trim());
  /** Enter was pressed before the list arrived. */
  const [entered, setEntered] = useState(useCommandPalette.getState().entered);
  const { sections, isSearching, terms } = useSections({ ...props, typed: typed.trim(), wanted });

  const all = sections.flatMap((section) => section.actions);
  const { at, choose } = useChosenAction(all);
  const optionId = (action: PaletteAction | undefined): string | undefined => action && `${listId}-${action.id}`;

  // It replaces the input shown while this component loaded.
  useEffect(() => input.current?.focus(), []);
  useChosenInView(list, at, all.length);
  const run = (action: PaletteAction | undefined): void => runAction(action, onClose);
  // Enter applies to the typed text, not to a list for an older one.
  useEffect(() => {
    if (!entered || wanted !== typed.trim() || (all.length === 0 && isSearching)) return;
    setEntered(false);
    run(all[at]);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = placeAfter(event.key, at, all.length);
    if (target !== undefined) {
      event.preventDefault();
      choose(all[target]);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      setEntered(true);
    }
  };
  return (
    <div className="xj-palette">
      <input
        ref={input}
        className="xj-palette-input"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={optionId(all[at])}
        aria-label={t(commandPaletteTexts.title)}
        placeholder={t(area === 'admin' ? commandPaletteTexts.placeholder : commandPaletteTexts.ownPlaceholder)}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onChange={(event) => {
          setTyped(event.target.value);
          choose(undefined);
          setEntered(false);
        }}
        onKeyDown={onKeyDown}
      />
      <ActionList
        id={listId}
        list={list}
        sections={sections}
        isSearching={isSearching}
        chosen={all[at]}
        idOf={optionId}
        terms={terms}
        onChoose={choose}
        onRun={run}
      />
      <p className="xj-palette-help" aria-hidden="true">
        {t(texts.help)}
      </p>
    </div>
  );
}
