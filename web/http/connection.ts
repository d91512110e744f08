import { toast } from '#web/feedback/toast.ts';
import { translate } from '#web/i18n/locale.ts';
import { catalogue } from './catalogue.ts';

function onOffline(): void {
  toast.error(translate(catalogue.disconnected));
}

function onOnline(): void {
  toast.success(translate(catalogue.reconnected));
}

/** Shows a toast when the network goes and when it is back. Called once at the root; returns how to stop. */
export function watchConnection(): () => void {
  window.addEventListener('offline', onOffline);
  window.addEventListener('online', onOnline);
  return () => {
    window.removeEventListener('offline', onOffline);
    window.removeEventListener('online', onOnline);
  };
}
