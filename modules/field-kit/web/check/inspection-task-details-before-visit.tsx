import { joinList, text } from '#kernel/text/text.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import type { CheckPack } from '../../contract/offline-check-pack-format.ts';
import { checkItemNameInLocale } from './check-item-name-in-locale.ts';
import { formatMinuteInShanghai } from './format-minute-in-shanghai.ts';

const texts = {
  no: text('检查编号', 'Number'),
  address: text('地址', 'Address'),
  contact: text('联系人', 'Contact'),
  basis: text('检查依据', 'Legal basis'),
  window: text('检查时间', 'Time of visit'),
  officers: text('执法人员', 'Officers'),
  items: text('检查事项', 'Items'),
  history: text('最近检查', 'Earlier checks'),
  none: text('没有记录', 'None'),
  navigate: text('导航', 'Directions'),
} as const;

/** What the officers should know before they enter. */
export function InspectionTaskDetailsBeforeVisit({ pack }: { pack: CheckPack }) {
  const t = useText();
  const facts = [
    [texts.no, pack.check_no],
    [texts.address, pack.address],
    [texts.contact, pack.contact],
    [texts.basis, pack.basis],
    [
      texts.window,
      pack.window_from && pack.window_to
        ? `${formatMinuteInShanghai(pack.window_from * 1000)} – ${formatMinuteInShanghai(pack.window_to * 1000)}`
        : pack.due_on,
    ],
    [
      texts.officers,
      joinList(
        pack.officers.map(({ name, cert_no }) => `${name} ${cert_no}`),
        currentLocale(),
      ),
    ],
    [texts.items, joinList(pack.items.map(checkItemNameInLocale), currentLocale())],
  ] as const;
  return (
    <section className="xj-kit-card">
      <dl>
        {facts.map(([label, value]) =>
          value ? (
            <div key={label.en}>
              <dt>{t(label)}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
        <div>
          <dt>{t(texts.history)}</dt>
          <dd>
            {pack.history.length === 0
              ? t(texts.none)
              : pack.history.map(({ at, check_no, result_note }) => (
                  <p key={at}>
                    {formatMinuteInShanghai(at * 1000)} {check_no} {result_note}
                  </p>
                ))}
          </dd>
        </div>
      </dl>
      {pack.place && (
        <a className="xj-button" href={`geo:${pack.place.lat},${pack.place.lng}`}>
          {t(texts.navigate)}
        </a>
      )}
    </section>
  );
}
