import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { type Text, text } from '#kernel/text.ts';
import { StateTag } from '#web/cell/state-tag.tsx';
import { ErrorState } from '#web/error/error-state.tsx';
import { speak } from '#web/i18n/locale.ts';
import { listRows } from '#web/resource/resource-calls.ts';
import { licenceKinds } from '../contract/dictionary.ts';
import { type Licence, licence } from '../contract/licence.ts';

const words = {
  none: text('主管部门尚未登记您的许可证', 'The authority has no licence of yours on record yet'),
  until: text('有效期至 {date}', 'Valid until {date}'),
  unlimited: text('长期有效', 'No end date'),
  issued: text('{by} · {date} 发证', '{by} · issued {date}'),
};

const validities = licence.fields.validity.options.options as Readonly<Record<string, Text>>;

/** The licences of one's own enterprise, as the authority has them. */
export function OwnLicences({ id }: { id: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', licence.name, 'own', id],
    queryFn: ({ signal }) =>
      listRows(
        licence,
        { search: [{ field: 'enterprise_id', operator: '=', val: id }], order: 'id,asc', limit: 200 },
        { signal },
      ).then((page) => (page.list ?? []) as unknown as Licence[]),
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  if (data.length === 0) return <p className="xj-record-none">{speak(words.none)}</p>;
  return (
    <ul className="xj-own-licences">
      {data.map((licence) => {
        const validity = validities[licence.validity ?? ''];
        return (
          <li key={licence.id}>
            <strong>{speak(licenceKinds[licence.kind])}</strong>
            <span className="xj-code">{licence.license_no}</span>
            {validity && <StateTag option={validity} />}
            <small>{speak(words.issued, { by: licence.issued_by, date: licence.issue_date })}</small>
            <small>
              {licence.expire_date ? speak(words.until, { date: licence.expire_date }) : speak(words.unlimited)}
            </small>
          </li>
        );
      })}
    </ul>
  );
}
