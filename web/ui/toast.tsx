import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { errorText, referenceOf } from '#web/lib/api-error.ts';
import { Reference } from './failure-text.tsx';
import { Icon, type IconName } from './icon.tsx';
import { useTopDialog } from './open-dialogs.ts';
import { useHydrated } from './use-hydrated.ts';
import './toast.css';

type ToastTone = 'success' | 'error' | 'info';
type Toast = {
  readonly id: number;
  readonly tone: ToastTone;
  readonly text: string;
  /** Reference to quote for an unexpected failure; the toast then stays until it is closed. */
  readonly reference: string | undefined;
};

/** Functions of `useToast`, one per tone. An error may be given as it was thrown. */
export type ToastApi = Readonly<Record<Exclude<ToastTone, 'error'>, (text: string) => void>> & {
  readonly error: (failure: unknown) => void;
};

const toastLastsMs = 5000;
const icons: Record<ToastTone, IconName> = { success: 'check', error: 'alert', info: 'info' };
const ToastContext = createContext<ToastApi | undefined>(undefined);

/** Shows toasts at the top right, below the bar, for five seconds; longer while a pointer rests on them. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const nextId = useRef(1);

  const close = useCallback((id: number) => setToasts((now) => now.filter((toast) => toast.id !== id)), []);
  const api = useMemo<ToastApi>(() => {
    const show = (tone: ToastTone) => (message: unknown) => {
      const id = nextId.current++;
      const text = typeof message === 'string' ? message : errorText(message);
      const reference = referenceOf(message);
      setToasts((now) => [...now.filter((toast) => toast.text !== text).slice(-3), { id, tone, text, reference }]);
    };
    return { success: show('success'), error: show('error'), info: show('info') };
  }, []);

  useEffect(() => {
    // A part of the app could not be fetched; its caller keeps trying.
    const announceOffline = (): void => api.info('You’re offline. Reconnecting…');
    window.addEventListener('vite:preloadError', announceOffline);
    return () => window.removeEventListener('vite:preloadError', announceOffline);
  }, [api]);

  return (
    <ToastContext value={api}>
      {children}
      <ToastStack toasts={toasts} onClose={close} />
    </ToastContext>
  );
}

/** `toast.success(text)`, `toast.error(text)`, `toast.info(text)`. */
export function useToast(): ToastApi {
  const api = useContext(ToastContext);
  if (!api) throw new Error('useToast needs a ToastProvider around it');
  return api;
}

function ToastStack({ toasts, onClose }: { toasts: readonly Toast[]; onClose: (id: number) => void }) {
  const dialog = useTopDialog();
  const mounted = useHydrated();
  const [held, setHeld] = useState(false);
  // A button that goes away with its toast loses the focus without an event.
  if (held && toasts.length === 0) setHeld(false);
  const showInTopLayer = useCallback((element: HTMLDivElement | null) => {
    if (element && typeof element.showPopover === 'function') element.showPopover();
  }, []);

  if (!mounted) return null;
  const host = dialog ?? document.body;
  return createPortal(
    <div
      key={dialog ? 'in-dialog' : 'in-page'}
      ref={showInTopLayer}
      popover="manual"
      className="toasts"
      role="status"
      aria-label="Messages"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} held={held} onClose={onClose} />
      ))}
    </div>,
    host,
  );
}

function ToastCard({ toast, held, onClose }: { toast: Toast; held: boolean; onClose: (id: number) => void }) {
  const { id, tone, text, reference } = toast;
  useEffect(() => {
    if (held || reference !== undefined) return;
    const timer = setTimeout(() => onClose(id), toastLastsMs);
    return () => clearTimeout(timer);
  }, [held, id, reference, onClose]);
  return (
    <div className={`toast toast-${tone}`}>
      <Icon name={icons[tone]} />
      <div>
        <p>{text}</p>
        <Reference reference={reference} />
      </div>
      <button type="button" className="toast-close" aria-label="Dismiss notification" onClick={() => onClose(id)}>
        <Icon name="close" size={18} />
      </button>
    </div>
  );
}
