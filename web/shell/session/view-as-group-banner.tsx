import { text } from '#kernel/text/text.ts';
import { post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import type { AdminBoot } from '#web/session/session.ts';
import { broadcastViewAsGroupChange } from '#web/session/view-as-group-change-across-windows.ts';
import './view-as-group-banner.css';

const texts = {
  viewing: text('正以管理组“{group}”的视角查看，只能看，不能改。', 'Viewing as group “{group}”: read only.'),
  viewingIn: text(
    '正以管理组“{group}”在{area}的视角查看，只能看，不能改。',
    'Viewing as group “{group}” in {area}: read only.',
  ),
  stop: text('退出查看', 'Exit view'),
};

/** Names the group that is viewed as, with a button to stop. */
export default function ViewAsGroupBanner({ viewing }: { viewing: NonNullable<AdminBoot['adminInfo']['viewing']> }) {
  const t = useText();
  const stop = async (): Promise<void> => {
    await post('/admin/viewAs/stop', {}, { area: 'admin' });
    broadcastViewAsGroupChange();
    // Menus, rights and all data belong to the group: reload.
    window.location.assign('/admin');
  };
  return (
    <div className="xj-viewing" role="status">
      <span>
        {t(viewing.area ? texts.viewingIn : texts.viewing, { group: viewing.name, area: viewing.area ?? '' })}
      </span>
      <button type="button" className="xj-button" onClick={() => void stop().catch(() => undefined)}>
        {t(texts.stop)}
      </button>
    </div>
  );
}
