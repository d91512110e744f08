import { type FormEvent, useContext, useId, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { type Text, text } from '#kernel/text/text.ts';
import { ErrorPage } from '#web/error/error-page.tsx';
import { OpenShellSearchContext } from '#web/error/open-shell-search-context.ts';
import { routeNames } from '#web/http/named-routes.ts';
import { useText } from '#web/i18n/locale.ts';
import { linkedPublicPages, publicPagePath } from '#web/sign-in/page/public-page-and-banner-registry.ts';
import { requestedAddressShownOnNotFoundPage } from './path-of-not-found-page-with-requested-address.ts';

const texts = {
  title: text('没有这个页面', 'Page not found'),
  lead: text('地址可能写错了，或页面已移走。', 'The address may be mistyped, or the page has moved.'),
  opened: text('您打开的地址：', 'You opened: '),
  find: text('查找页面', 'Find a page'),
  findMore: text('查找页面与记录', 'Find a page or a record'),
  search: text('查找', 'Find'),
  none: text('没有叫这个名字的页面', 'No page with this name'),
  office: text('管理员登录', 'Administrator sign-in'),
  member: text('企业、导游与会员登录', 'Sign-in of enterprises, guides and members'),
};

/** Pages open to everybody. */
const open = (): { readonly to: string; readonly title: Text }[] => [
  { to: routeNames.adminLogin, title: texts.office },
  { to: routeNames.userLogin, title: texts.member },
  ...linkedPublicPages().map((page) => ({ to: publicPagePath(page), title: page.title })),
];

/** `/404`: the requested address, and ways to find the intended page. */
export default function NotFound() {
  const t = useText();
  const address = requestedAddressShownOnNotFoundPage(useLocation());
  const search = useContext(OpenShellSearchContext);
  return (
    <ErrorPage sign="404" title={t(texts.title)} text={t(texts.lead)}>
      {address && (
        <p className="xj-error-address">
          {t(texts.opened)}
          <code>{address}</code>
        </p>
      )}
      {search ? <SearchInside search={search} /> : <SearchOpen />}
    </ErrorPage>
  );
}

/** For signed-in users: opens the command palette. */
function SearchInside({ search }: { search: (query: string) => void }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    search(typed);
  };
  return (
    <search>
      <form className="xj-error-search" onSubmit={submit}>
        <SearchInput label={t(texts.findMore)} typed={typed} onTyped={setTyped} />
        <button type="submit" className="xj-button">
          {t(texts.search)}
        </button>
      </form>
    </search>
  );
}

/** For visitors: the public pages, filtered while typing. */
function SearchOpen() {
  const t = useText();
  const [typed, setTyped] = useState('');
  const found = open().filter(({ to, title }) => {
    const wanted = typed.trim().toLowerCase();
    return [to, title['zh-cn'], title.en].some((one) => one.toLowerCase().includes(wanted));
  });
  return (
    <search className="xj-error-open">
      <SearchInput label={t(texts.find)} typed={typed} onTyped={setTyped} />
      <ul>
        {found.map(({ to, title }) => (
          <li key={to}>
            <Link to={to}>{t(title)}</Link>
          </li>
        ))}
      </ul>
      <p role="status">{found.length === 0 && t(texts.none)}</p>
    </search>
  );
}

interface SearchInputProps {
  label: string;
  typed: string;
  onTyped: (typed: string) => void;
}

function SearchInput({ label, typed, onTyped }: SearchInputProps) {
  const id = useId();
  return (
    <div className="xj-error-words">
      <label htmlFor={id}>{label}</label>
      <input id={id} type="search" maxLength={100} value={typed} onChange={(event) => onTyped(event.target.value)} />
    </div>
  );
}
