import { text } from '#kernel/text.ts';
import { post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { useBoot } from '#web/session/session.ts';
import './viewing-banner.css';

const words = {
  viewing: text(
    '正以管理组“{group}”的视角查看，只能看，不能改。',
    'You are looking as the group “{group}” does: you can look and change nothing.',
  ),
  stop: text('退出查看', 'Stop'),
};

/** Says above everything that one looks through the eyes of a group, and ends it. */
export function ViewingBanner() {
  const say = useText();
  const viewing = useBoot()?.adminInfo.viewing;
  if (!viewing) return null;
  const stop = async (): Promise<void> => {
    await post('/admin/viewAs/stop', {}, { area: 'admin' });
    // menus, rights and everything read with them are another's
    window.location.assign('/admin');
  };
  return (
    <div className="xj-viewing" role="status">
      <span>{say(words.viewing, { group: viewing.name })}</span>
      <button type="button" className="xj-button" onClick={() => void stop().catch(() => undefined)}>
        {say(words.stop)}
      </button>
    </div>
  );
}
