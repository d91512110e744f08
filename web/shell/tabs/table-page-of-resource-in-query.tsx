import { Link, useSearchParams } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { NoPermission } from '#web/error/error-page.tsx';
import { useText } from '#web/i18n/locale.ts';
import { isResourceDeclared, modulesNeededByResource, useDeclarations } from '#web/resource/declaration-loader.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { useAdminSession } from '#web/session/session.ts';
import { ResourceScreen } from '#web/table/screen/list-screen-of-resource.tsx';
import { Icon } from '#web/theme/icon.tsx';
import { NotFound } from '../route/lazy-not-found.tsx';

const texts = {
  choose: text('选择一张数据表', 'Choose a data table'),
  chooseText: text(
    '公共数据表：不经菜单，直接打开您有权查看的任意一张表。',
    'Common data table: open any table you may view without using the menu.',
  ),
};

/** `/admin/table?resource=enterprise/enterprise`: any table the user may see, in the generic screen. */
export function TablePageOfResourceInQuery() {
  const t = useText();
  const [params] = useSearchParams();
  const menus = useAdminSession((state) => state.menus);
  const name = params.get('resource');
  useDeclarations((name ? modulesNeededByResource(name)?.list : undefined) ?? []);
  const resource = name ? findResource(name) : undefined;
  if (name && !resource) return <NotFound />;
  if (resource) {
    const granted = menus?.names.has(resource.name.toLowerCase());
    if (!granted) return <NoPermission />;
    return (
      <div className="xj-padded">
        <ResourceScreen resource={resource} />
      </div>
    );
  }
  const offered = [...(menus?.routes.values() ?? [])].filter((route) => isResourceDeclared(route.name));
  return (
    <div className="xj-workbench">
      <header className="xj-hello">
        <h1>{t(texts.choose)}</h1>
        <p>{t(texts.chooseText)}</p>
      </header>
      <ul className="xj-shortcuts">
        {offered.map((route) => (
          <li key={route.path}>
            <Link to={`/admin/table?resource=${encodeURIComponent(route.name)}`}>
              <Icon name={route.icon} />
              {route.title}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
