import { useQuery } from '@tanstack/react-query';
import { Button, Result, Select, Spin } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import { ModuleScreenFrame, QueryResultOrError } from '#web/screen/module-screen-heading-and-query-result.tsx';
import { can, useBoot } from '#web/session/session.ts';
import { IframePage } from '#web/shell/tabs/iframe-page.tsx';
import { rentalPlatformScreen } from '../contract/module.ts';
import { CarSelectedInRentalPlatformWithSaveButton } from './car-selected-in-rental-platform-iframe-with-save-button.tsx';
import { requestRentalPlatformTicket, useRentalPlatformFrame } from './use-rental-platform-frame.ts';
import './external-rental-platforms-in-iframe-screen.css';

const texts = {
  lead: text(
    '在租车平台上选车，所选车辆可留存并用于行程单。平台只知道有人来访，不知道是谁。',
    'Select a vehicle on a rental platform; you can keep it and use it in an itinerary. The platform learns that somebody visited, not who.',
  ),
  platform: text('租车平台', 'Rental platform'),
  none: text('尚未接入租车平台', 'No rental platform connected yet'),
  noneText: text(
    '接入前可以直接向客运企业发布用车需求。',
    'Until then you can send coach enquiries directly to coach operators.',
  ),
  demands: text('查看用车需求', 'View coach enquiries'),
  connect: text('接入平台', 'Connect platform'),
  unknown: text('没有这个租车平台', 'This rental platform does not exist'),
  unknownText: text('地址有误，或该平台已停用。', 'The address is wrong or the platform is disabled.'),
  first: text('打开已接入的平台', 'Open a connected platform'),
  failed: text('没能进入租车平台', 'Could not open the rental platform'),
  late: text('租车平台没有响应', 'The rental platform is not responding'),
  lateText: text(
    '八秒内没有打开它的页面。已填写的内容不受影响，可以重试，或在新窗口中打开。',
    'Its page did not open within eight seconds. What you have entered is not affected; try again or open it in a new window.',
  ),
  again: text('重试', 'Try again'),
  newWindow: text('在新窗口打开', 'Open in a new window'),
};

interface Platform {
  readonly id: number;
  readonly name: string;
  readonly origin: string;
}

/** A page of our own origin must not have `allow-same-origin`: it could remove its sandbox. */
const sandboxOf = (origin: string) =>
  origin === window.location.origin ? 'allow-scripts allow-forms' : 'allow-scripts allow-forms allow-same-origin';

/** Opens the platform in a new window, with a new ticket because tickets are valid once. */
async function openInNewWindow(provider: number): Promise<void> {
  const opened = window.open('about:blank', '_blank');
  const { url } = await requestRentalPlatformTicket(provider);
  if (!opened) return;
  opened.opener = null;
  opened.location.replace(url);
}

function PlatformFrame({ platform }: { platform: Platform }) {
  const t = useText();
  const { state, frame, selected, loaded, again, forget } = useRentalPlatformFrame(platform.id);
  const retry = (
    <>
      <Button type="primary" onClick={again}>
        {t(texts.again)}
      </Button>
      <Button onClick={() => void openInNewWindow(platform.id).catch(() => {})}>{t(texts.newWindow)}</Button>
    </>
  );
  if (state.kind === 'failed')
    return <Result status="error" title={t(texts.failed)} subTitle={state.error.message} extra={retry} />;
  if (state.kind === 'late')
    return <Result status="warning" title={t(texts.late)} subTitle={t(texts.lateText)} extra={retry} />;
  return (
    <>
      {selected && <CarSelectedInRentalPlatformWithSaveButton provider={platform.id} car={selected} onDone={forget} />}
      <div className="xj-rental-frame">
        {state.kind !== 'open' && <Spin className="xj-rental-wait" />}
        {state.kind !== 'asking' && (
          <iframe
            ref={frame}
            src={state.opened.url}
            title={platform.name}
            sandbox={sandboxOf(state.opened.origin)}
            referrerPolicy="no-referrer"
            onLoad={loaded}
          />
        )}
      </div>
    </>
  );
}

function Platforms({ list }: { list: readonly Platform[] }) {
  const t = useText();
  const go = useNavigate();
  const [search, setSearch] = useSearchParams();
  const requested = search.get('provider');
  const [first] = list;
  // an address without tickets: the one in the site settings, where no platform is configured
  const plain = useBoot()?.siteConfig.carRentalUrl;
  if (requested === null && !first && plain && /^https?:\/\//i.test(plain))
    return <IframePage url={plain} title={t(rentalPlatformScreen.label)} />;
  if (requested === null && !first)
    return (
      <Result
        status="info"
        title={t(texts.none)}
        subTitle={t(texts.noneText)}
        extra={
          <>
            <Button type="primary" onClick={() => void go('/admin/rental/demand')}>
              {t(texts.demands)}
            </Button>
            {can('rental/provider/add') && (
              <Button onClick={() => void go('/admin/rental/provider')}>{t(texts.connect)}</Button>
            )}
          </>
        }
      />
    );
  const platform = requested === null ? first : list.find(({ id }) => String(id) === requested);
  if (!platform)
    return (
      <Result
        status="404"
        title={t(texts.unknown)}
        subTitle={t(texts.unknownText)}
        extra={first && <Button onClick={() => setSearch({})}>{t(texts.first)}</Button>}
      />
    );
  return (
    <>
      {list.length > 1 && (
        <Select
          aria-label={t(texts.platform)}
          className="xj-rental-choice"
          value={platform.id}
          options={list.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => setSearch({ provider: String(id) })}
        />
      )}
      <PlatformFrame key={platform.id} platform={platform} />
    </>
  );
}

/** `/admin/cariframe`: rental platforms in a frame. */
export default function ExternalRentalPlatformsInIframeScreen() {
  const t = useText();
  const query = useQuery({
    queryKey: ['rental', 'platforms'],
    queryFn: queryFnFor<{ list: Platform[] }>('/admin/cariframe/index'),
  });
  return (
    <ModuleScreenFrame title={t(rentalPlatformScreen.label)} lead={t(texts.lead)} className="xj-rental">
      <QueryResultOrError query={query}>{({ list }) => <Platforms list={list} />}</QueryResultOrError>
    </ModuleScreenFrame>
  );
}
