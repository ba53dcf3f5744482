import { useEffect } from 'react';
import { LoadingScreen } from '#web/ui/loading.tsx';

/** Goes to a document outside of the app, in place of the present address. */
export function LeaveTo({ document }: { document: string }) {
  useEffect(() => {
    if (window.location.pathname !== document) window.location.replace(document);
    else window.location.replace('/');
  }, [document]);
  return <LoadingScreen />;
}
