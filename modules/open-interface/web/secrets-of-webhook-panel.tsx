import { text } from '#kernel/text/text.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import SigningSecretsOfExternalSystemPanel from '#web/record/series/signing-secrets-of-external-system-panel.tsx';

const about = text(
  '每个事件用最新的密钥签名，方法与接口调用相同。',
  'Each event is signed with the newest secret, in the same way as the calls of the application.',
);

/** The secrets with which the events of a webhook are signed; the newest is used. */
export default function SecretsOfWebhookPanel({ resource, row }: RecordPanelProps) {
  return <SigningSecretsOfExternalSystemPanel resource={resource} id={row.id} about={about} />;
}
