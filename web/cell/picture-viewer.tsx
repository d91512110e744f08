import { Modal } from 'antd';
import { useFileLinks } from '#web/cell/use-file-links.ts';
import './cell.css';

/** One picture, whole. */
export default function PictureViewer({ url, label, onClose }: { url: string; label: string; onClose(): void }) {
  const { linkOf, renew } = useFileLinks([url]);
  return (
    <Modal open title={label} footer={null} width="min(960px, 94vw)" centered onCancel={onClose}>
      <div className="xj-picture-viewer">
        <img src={linkOf(url)} alt={label} onError={renew} />
      </div>
    </Modal>
  );
}
