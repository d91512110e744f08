import { Alert } from 'antd';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import SigningSecretsOfExternalSystemPanel from '#web/record/series/signing-secrets-of-external-system-panel.tsx';

const texts = {
  none: text('只有“接口推送”的来源需要密钥。', 'Only sources that push by the signed call need a secret.'),
};

/** The secrets of a source that pushes posts. */
export default function SigningSecretsOfOpinionSourcePanel({ resource, row }: RecordPanelProps) {
  const t = useText();
  if (row.adapter !== 'push') return <Alert type="info" title={t(texts.none)} />;
  return <SigningSecretsOfExternalSystemPanel resource={resource} id={row.id} />;
}
