import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { LazyDropdown } from '#web/table/popup/lazy-popup-buttons.tsx';
import type { SaveView } from '#web/table/views/saved-views-menu-items-and-commands.ts';
import type { FollowedView } from '#web/table/views/subscribe-to-view.ts';
import { type SavedViewsProps, useShownSavedView } from '#web/table/views/use-shown-saved-view.ts';

const ViewNaming = lazy(() => import('#web/table/views/save-or-share-view-form.tsx'));
const SendViewByEmailForm = lazy(() => import('#web/table/views/schedule-regular-file-of-view-form.tsx'));

const texts = {
  views: text('视图', 'Views'),
  watching: text('有新记录时会告诉您', 'You are notified of new records'),
};

/**
 * Views: named queries with their columns, built in, shared, or one's own. An unnamed query can be saved as a view,
 * and a view can be subscribed to.
 */
export function SavedViewsMenu(props: SavedViewsProps) {
  const [saving, setSaving] = useState<{ save: SaveView }>();
  const [sent, setSent] = useState<FollowedView>();
  const [wanted, setWanted] = useState(false);
  const shown = useShownSavedView(props, wanted);
  const want = () => setWanted(true);
  return (
    <span onPointerEnter={want} onFocusCapture={want}>
      <LazyDropdown
        menu={({ savedViewsMenuProps }) =>
          savedViewsMenuProps(props, shown, { onName: (save) => setSaving({ save }), onSend: setSent })
        }
      >
        <Button aria-haspopup="menu">
          {/* One's own work has a chip of the same name beside this button */}
          {(shown.ofMe ? undefined : shown.name) ?? translate(texts.views)}
          {shown.watch && <span className="xj-view-watched" title={translate(texts.watching)} />}
          {shown.differs && <span className="xj-view-differs" aria-hidden="true" />} ▾
        </Button>
      </LazyDropdown>
      {sent && (
        <Suspense fallback={null}>
          <SendViewByEmailForm list={props.resource} view={sent} onClose={() => setSent(undefined)} />
        </Suspense>
      )}
      {saving && (
        <Suspense fallback={null}>
          <ViewNaming resource={props.resource} onName={saving.save} onClose={() => setSaving(undefined)} />
        </Suspense>
      )}
    </span>
  );
}
