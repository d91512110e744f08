import { useEffect } from 'react';
import { text } from '#kernel/text.ts';
import { loadBoot } from '#web/boot/boot.ts';
import { post } from '#web/http/client.ts';
import { queryClientOf } from '#web/http/query.ts';
import { useText } from '#web/i18n/locale.ts';
import { useBoot } from '#web/session/session.ts';
import { onViewing, tellViewing } from '#web/session/viewing.ts';
import './viewing-banner.css';

const words = {
  viewing: text(
    '正以管理组“{group}”的视角查看，只能看，不能改。',
    'You are looking as the group “{group}” does: you can look and change nothing.',
  ),
  viewingIn: text(
    '正以管理组“{group}”在{area}的视角查看，只能看，不能改。',
    'You are looking as the group “{group}” does in {area}: you can look and change nothing.',
  ),
  stop: text('退出查看', 'Stop'),
};

/** Says above everything that one looks through the eyes of a group, and ends it. */
export function ViewingBanner() {
  const say = useText();
  const viewing = useBoot()?.adminInfo.viewing;
  useEffect(
    () =>
      onViewing(() => {
        const learnt = loadBoot('admin').then(() => queryClientOf('admin').invalidateQueries());
        void learnt.catch(() => undefined);
      }),
    [],
  );
  if (!viewing) return null;
  const stop = async (): Promise<void> => {
    await post('/admin/viewAs/stop', {}, { area: 'admin' });
    tellViewing();
    // menus, rights and everything read with them are another's
    window.location.assign('/admin');
  };
  return (
    <div className="xj-viewing" role="status">
      <span>
        {say(viewing.area ? words.viewingIn : words.viewing, { group: viewing.name, area: viewing.area ?? '' })}
      </span>
      <button type="button" className="xj-button" onClick={() => void stop().catch(() => undefined)}>
        {say(words.stop)}
      </button>
    </div>
  );
}
