import { CloseCircleFilled } from '@ant-design/icons';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';

const texts = { clear: text('清除', 'Clear') };

/** The `allowClear` of a select that may be empty, with a translated label: antd's is English only. */
export const antdAllowClearWithTranslatedLabel = (on = true) =>
  on && { clearIcon: <CloseCircleFilled />, label: translate(texts.clear) };
