import { Modal } from 'antd';
import './cell.css';

/** One picture, whole. */
export default function PictureViewer({ url, label, onClose }: { url: string; label: string; onClose(): void }) {
  return (
    <Modal open title={label} footer={null} width="min(960px, 94vw)" centered onCancel={onClose}>
      <div className="xj-picture-viewer">
        <img src={url} alt={label} />
      </div>
    </Modal>
  );
}
