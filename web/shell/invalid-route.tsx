import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { toast } from '#web/feedback/toast.ts';
import { invalidRoute } from '#web/http/catalogue.ts';
import { speak } from '#web/i18n/locale.ts';
import { lostPath } from './lost-address.ts';

/** An address that leads nowhere: it is said, and the page for it shown. */
export function InvalidRoute() {
  const location = useLocation();
  useEffect(() => {
    toast.error(speak(invalidRoute));
  }, []);
  return <Navigate to={lostPath(location)} replace />;
}
