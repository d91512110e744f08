import { CloseCircleFilled } from '@ant-design/icons';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';

const texts = { clear: text('清除', 'Clear') };

/** What empties a select, where it may be empty: the library says it in English alone. */
export const allowClear = (on = true) => on && { clearIcon: <CloseCircleFilled />, label: translate(texts.clear) };
