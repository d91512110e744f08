import { text } from '#kernel/text/text.ts';
import { urlWithToken } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import './supervision-code-panel.css';

const texts = {
  alt: text('{name}的监管码', 'Supervision code of {name}'),
  lead: text(
    '张贴在经营场所显著位置，扫码可核验登记与许可信息。',
    'Display it prominently at the premises. Scanning it verifies the registration and licences.',
  ),
  open: text('打开公示页', 'Open public page'),
  save: text('下载（SVG）', 'Download (SVG)'),
};

/** Path of the QR code image; officers and members have different ones. */
const qrPath = (): string => (currentArea() === 'admin' ? '/admin/enterprise.enterprise/qr' : '/api/enterprise/qr');

/** The supervision code as an image, a link to its public page, and a file to print. */
export default function SupervisionCodePanel({ row }: RecordPanelProps) {
  const name = String(row.name);
  const picture = urlWithToken(qrPath(), { id: row.id });
  return (
    <div className="xj-supervision-code">
      <img src={picture} width="220" height="220" alt={translate(texts.alt, { name })} />
      <div>
        <p>{translate(texts.lead)}</p>
        <p>
          <a href={`/enterprise/s/${String(row.sup_code)}`} target="_blank" rel="noreferrer">
            {translate(texts.open)}
          </a>
        </p>
        <p>
          <a href={picture} download={`${name}.svg`}>
            {translate(texts.save)}
          </a>
        </p>
      </div>
    </div>
  );
}
