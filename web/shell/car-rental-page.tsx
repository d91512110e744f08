import { Link, Navigate, useLocation } from 'react-router';
import { text } from '#kernel/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { useBoot } from '#web/session/session.ts';
import { IframePage } from './iframe-page.tsx';
import { loadingPath } from './loading-target.ts';
import { pagesTitle, useTitle } from './title.ts';

const words = {
  none: text('尚未接入汽车租赁平台', 'No car rental platform is connected yet'),
  noneText: text(
    '接入后，其页面会显示在这里。地址由系统管理员在站点配置中填写。',
    'Once one is, its pages appear here. The administrator sets the address in the site settings.',
  ),
  back: text('返回管理后台', 'Back to the back office'),
};

/** `/admin/cariframe`: the car rental platform of the province, where there is one. */
export default function CarRentalPage() {
  const say = useText();
  const location = useLocation();
  const boot = useBoot();
  const url = boot?.siteConfig.carRentalUrl;
  const title = pagesTitle.carRental ?? words.none;
  useTitle('pagesTitle.carRental');
  if (!boot) return <Navigate to={loadingPath('/admin', location)} replace />;
  if (url && /^https?:\/\//i.test(url)) {
    return (
      <main className="xj-frame-page">
        <IframePage url={url} title={say(title)} />
      </main>
    );
  }
  return (
    <main className="xj-error">
      <div className="xj-error-card">
        <h1>{say(words.none)}</h1>
        <p className="xj-error-text">{say(words.noneText)}</p>
        <div className="xj-error-buttons">
          <Link className="xj-button" to="/admin">
            {say(words.back)}
          </Link>
        </div>
      </div>
    </main>
  );
}
