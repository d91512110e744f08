import { Link } from 'react-router';
import { usePublicSiteInfo } from '#web/boot/use-public-site-info.ts';
import type { MenuEntry } from '#web/session/menu-of-signed-in-user.ts';
import type { LayoutConfig } from '#web/theme/layout/layout-configuration.ts';
import { LogoMark, Wordmark } from '#web/theme/logo.tsx';
import { CollapsibleMenuTree } from './collapsible-menu-tree.tsx';

/** Logo and name, linked to the home page. */
export function LogoWithHomeLink({ base, narrow = false }: { base: string; narrow?: boolean }) {
  const site = usePublicSiteInfo();
  return (
    <Link to={base} className="xj-shell-brand" title={site?.siteName}>
      <LogoMark size={26} />
      {!narrow && <Wordmark height={18} />}
    </Link>
  );
}

interface SideMenuProps {
  base: string;
  entries: readonly MenuEntry[];
  layout: LayoutConfig;
  /** Whether the brand is in the header. */
  branded: boolean;
}

/** The menu beside the page. */
export function SideMenu({ base, entries, layout, branded }: SideMenuProps) {
  return (
    <aside className="xj-aside" data-bare={branded || !layout.menuShowTopBar || undefined}>
      {!branded && layout.menuShowTopBar && <LogoWithHomeLink base={base} narrow={layout.menuCollapse} />}
      <CollapsibleMenuTree
        entries={entries}
        narrow={layout.menuCollapse}
        accordion={layout.menuAccordion}
        icon={layout.menuDefaultIcon}
      />
    </aside>
  );
}
