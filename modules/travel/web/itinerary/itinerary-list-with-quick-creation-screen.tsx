import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { get, isCancelled } from '#web/http/client.ts';
import { goTo } from '#web/http/navigate-by-router.ts';
import { translate } from '#web/i18n/locale.ts';
import { mayPerform } from '#web/resource/may-user-perform-action.ts';
import { pathOf } from '#web/resource/resource-calls.ts';
import { visibleToSignedInUser } from '#web/resource/resource-registry.ts';
import { areaPaths, resourcePath } from '#web/session/admin-or-member-area.ts';
import { ResourceScreen } from '#web/table/screen/list-screen-of-resource.tsx';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import { productTemplate } from '../../contract/product/itinerary-template-of-product.ts';
import type { OfferedTemplate } from './quick/create-itinerary-from-template-dialog.tsx';

const DayTeamsDialog = lazy(() => import('./quick/download-teams-of-day-dialog.tsx'));
const CreateItineraryFromTemplateDialog = lazy(() => import('./quick/create-itinerary-from-template-dialog.tsx'));

const texts = {
  dayTable: text('日团队表…', 'Teams of the day…'),
  quick: text('快速行程', 'Quick itinerary'),
  lead: text(
    '选择产品模板和出发日期，一步生成行程草稿。',
    'Choose a product template and a departure date to create an itinerary draft in one step.',
  ),
};

/** Without templates the form for a new one opens instead of a message (specification §8). */
const addTemplate = () => goTo(`${resourcePath(productTemplate)}?form=add`);

/** List of itineraries with quick creation from a template, and for officers the table of the day. */
export default function ItineraryListWithQuickCreationScreen() {
  const [offered, setOffered] = useState<readonly OfferedTemplate[]>();
  const [choosing, setChoosing] = useState(false);
  const [busy, setBusy] = useState(false);
  const begin = async () => {
    setBusy(true);
    try {
      const { list } = await get<{ list: OfferedTemplate[] }>(pathOf(productTemplate, 'offered'), {});
      if (list.length === 0) addTemplate();
      else setOffered(list);
    } catch (error) {
      // the client has shown the error
      if (!isCancelled(error)) setOffered(undefined);
    } finally {
      setBusy(false);
    }
  };
  const tools = (
    <>
      {areaPaths().app === 'admin' && <Button onClick={() => setChoosing(true)}>{translate(texts.dayTable)}</Button>}
      {mayPerform(itinerary, 'add') && (
        <Button loading={busy} title={translate(texts.lead)} onClick={() => void begin()}>
          {translate(texts.quick)}
        </Button>
      )}
    </>
  );
  return (
    <div className="xj-padded">
      <ResourceScreen resource={visibleToSignedInUser(itinerary)} tools={tools} />
      {choosing && (
        <Suspense fallback={null}>
          <DayTeamsDialog onClose={() => setChoosing(false)} />
        </Suspense>
      )}
      {offered && (
        <Suspense fallback={null}>
          <CreateItineraryFromTemplateDialog
            title={translate(texts.quick)}
            templates={offered}
            onNone={addTemplate}
            onClose={() => setOffered(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}
