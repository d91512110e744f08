import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Descriptions, Space } from 'antd';
import { useNavigate } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { formatPeriod } from '#web/cell/format/date-format.ts';
import { post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import type { SelectedCarMessage } from '../contract/parse-message-of-car-selected-in-rental-frame.ts';
import { rentalPlatformOrder } from '../contract/rental-platform-order.ts';

const texts = {
  chosen: text('已在平台上选车', 'Vehicle selected on platform'),
  span: text('用车时间', 'Hire period'),
  attach: text('留存并关联行程单', 'Keep and link to itinerary'),
  drop: text('不留存', 'Discard'),
};

/** The car selected on the platform, with a button to save it; the saved record then names the itinerary. */
export function CarSelectedInRentalPlatformWithSaveButton({
  provider,
  car,
  onDone,
}: {
  provider: number;
  car: SelectedCarMessage;
  onDone(): void;
}) {
  const t = useText();
  const go = useNavigate();
  const save = useMutation({
    mutationFn: () =>
      post<{ id: number }>('/admin/rental.selection/add', { provider_id: provider, ...car }, { successMessage: true }),
    onSuccess: ({ id }) => {
      onDone();
      void go(`/admin/rental/selection/${id}`);
    },
  });
  const { fields } = rentalPlatformOrder;
  return (
    <Alert
      type="success"
      showIcon
      className="xj-rental-car"
      title={t(texts.chosen)}
      description={
        <Descriptions
          size="small"
          items={[
            { key: 'order_no', label: t(fields.order_no.label), children: car.order_no },
            { key: 'plate', label: t(fields.plate.label), children: car.plate },
            { key: 'driver', label: t(fields.driver.label), children: car.driver },
            {
              key: 'span',
              label: t(texts.span),
              children: formatPeriod(car.from_at, car.to_at),
            },
            { key: 'price', label: t(fields.price.label), children: car.price },
          ]}
        />
      }
      action={
        <Space direction="vertical">
          <Button type="primary" loading={save.isPending} onClick={() => save.mutate()}>
            {t(texts.attach)}
          </Button>
          <Button onClick={onDone}>{t(texts.drop)}</Button>
        </Space>
      }
    />
  );
}
