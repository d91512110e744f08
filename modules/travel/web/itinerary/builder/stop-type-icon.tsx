import { CameraOutlined, CarOutlined, CoffeeOutlined, ShoppingOutlined, SmileOutlined } from '@ant-design/icons';
import type { ComponentType } from 'react';

const marks: Readonly<Record<string, ComponentType>> = {
  scenic: CameraOutlined,
  shop: ShoppingOutlined,
  meal: CoffeeOutlined,
  transfer: CarOutlined,
  free: SmileOutlined,
};

/** Icon for the type of a stop. */
export function StopTypeIcon({ type }: { type: string }) {
  const Mark = marks[type] ?? CameraOutlined;
  return (
    <span className="xj-plan-mark" data-type={type} aria-hidden="true">
      <Mark />
    </span>
  );
}
