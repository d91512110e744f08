import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import { ModuleScreenFrame, QueryResultOrError } from '#web/screen/module-screen-heading-and-query-result.tsx';
import { useTab } from '#web/tab/tab-context.ts';
import '#web/form/field/form.css';
import { storedSetting } from '../../contract/stored-setting.ts';
import {
  type SettingsSection,
  SettingsSectionForm,
  type SettingsSections,
  settingsSectionsQueryKey,
} from './settings-section-form.tsx';
import './settings.css';

const texts = {
  remark: text(
    '保存后立即在所有服务进程生效；每次修改都有记录。',
    'Takes effect in all server processes at once; every change is recorded.',
  ),
  sections: text('设置分组', 'Settings groups'),
  search: text('搜索设置', 'Search settings'),
  none: text('没有符合的设置', 'No matching settings'),
  unsaved: text('有未保存的修改', 'Unsaved changes'),
};

/** `/admin/system/setting`: one section per module; each is saved separately. */
export default function SettingsScreen() {
  const t = useText();
  const query = useQuery({
    queryKey: settingsSectionsQueryKey,
    queryFn: queryFnFor<SettingsSections>('/admin/system.setting/sections'),
    staleTime: 0,
  });
  const [typed, setTyped] = useState('');
  const search = (
    <Input
      type="search"
      allowClear
      className="xj-set-search"
      value={typed}
      placeholder={t(texts.search)}
      aria-label={t(texts.search)}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
  return (
    <ModuleScreenFrame title={t(storedSetting.label)} lead={t(texts.remark)} tools={search}>
      <QueryResultOrError query={query}>
        {({ sections }) => <SettingSections sections={sections} typed={typed.trim()} />}
      </QueryResultOrError>
    </ModuleScreenFrame>
  );
}

/** Shows one section, or the search results from all of them; hidden sections keep what was typed. */
function SettingSections({ sections, typed }: { sections: readonly SettingsSection[]; typed: string }) {
  const t = useText();
  const [address, setAddress] = useSearchParams();
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set());
  const all = useRef(dirty);
  const tab = useTab();
  const chosen = sections.find(({ name }) => name === address.get('section')) ?? sections[0];
  const found = new Map(sections.map((one) => [one.name, namesFound(one, typed)]));
  const isSeen = (one: SettingsSection) => (typed === '' ? one === chosen : (found.get(one.name)?.length ?? 0) > 0);
  const noteDirty = (name: string, is: boolean) => {
    if (all.current.has(name) === is) return;
    const next = new Set(all.current);
    if (is) next.add(name);
    else next.delete(name);
    all.current = next;
    setDirty(next);
    tab.setDirty(next.size > 0);
  };
  return (
    <div className="xj-set">
      <nav aria-label={t(texts.sections)}>
        {sections.map((one) => (
          <button
            key={one.name}
            type="button"
            aria-current={typed === '' && one === chosen ? 'page' : undefined}
            disabled={typed !== '' && !isSeen(one)}
            onClick={() => {
              if (typed === '') setAddress({ section: one.name }, { replace: true });
              else document.getElementById(`settings-${one.name}`)?.scrollIntoView();
            }}
          >
            {t(one.label)}
            {dirty.has(one.name) && <span role="img" className="xj-set-unsaved" aria-label={t(texts.unsaved)} />}
          </button>
        ))}
      </nav>
      <div className="xj-set-sections">
        {typed !== '' && !sections.some(isSeen) && <p>{t(texts.none)}</p>}
        {sections.map((one) => (
          <SettingsSectionForm
            key={one.name}
            section={one}
            hidden={!isSeen(one)}
            names={typed === '' ? Object.keys(one.fields) : (found.get(one.name) ?? [])}
            onDirty={(is) => noteDirty(one.name, is)}
          />
        ))}
      </div>
    </div>
  );
}

/** The settings of a section that match the search in either language; all of them if the section's name matches. */
function namesFound({ label, fields }: SettingsSection, typed: string): string[] {
  const mentions = (all: readonly string[]) => {
    const joined = all.join('\n').toLowerCase();
    return typed
      .toLowerCase()
      .split(/\s+/)
      .every((word) => joined.includes(word));
  };
  if (mentions([label['zh-cn'], label.en])) return Object.keys(fields);
  return Object.entries(fields).flatMap(([name, { label: own, hint }]) =>
    mentions([name, own['zh-cn'], own.en, hint?.['zh-cn'] ?? '', hint?.en ?? '']) ? [name] : [],
  );
}
