import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { toast } from '#web/feedback/toast.ts';
import { invalidRoute } from '#web/http/catalogue.ts';
import { routeNames } from '#web/http/navigator.ts';
import { speak } from '#web/i18n/locale.ts';

/** An address that leads nowhere: it is said, and the page for it shown. */
export function InvalidRoute() {
  useEffect(() => {
    toast.error(speak(invalidRoute));
  }, []);
  return <Navigate to={routeNames.notFound} replace />;
}
