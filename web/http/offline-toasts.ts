import { toast } from '#web/feedback/toast.ts';
import { translate } from '#web/i18n/locale.ts';
import { callErrorTexts } from './call-error-texts.ts';

function onOffline(): void {
  toast.error(translate(callErrorTexts.disconnected));
}

function onOnline(): void {
  toast.success(translate(callErrorTexts.reconnected));
}

/** Shows a toast when the network goes and when it is back. Called once at the root; returns how to stop. */
export function showOfflineToasts(): () => void {
  window.addEventListener('offline', onOffline);
  window.addEventListener('online', onOnline);
  return () => {
    window.removeEventListener('offline', onOffline);
    window.removeEventListener('online', onOnline);
  };
}
