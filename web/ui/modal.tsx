import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { noteOpenDialog } from './open-dialogs.ts';
import './modal.css';

type ModalProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Buttons at the bottom. Give the one that backs out `data-cancel`. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** Element with the first focus: the first field, or (in destructive dialogs) the button with `data-cancel`. */
  initialFocus?: 'first' | 'cancel' | undefined;
  /** `Step 2 of 3`; a change moves the focus to the title. */
  step?: string | undefined;
  /**
   * True when something was typed: then the backdrop does not close, and Esc asks first. The close button still closes.
   */
  guard?: (() => boolean) | undefined;
  /**
   * While something is sent, only the close button closes: a second click may miss a dialog that has moved, and nothing
   * is called off any more.
   */
  busy?: boolean | undefined;
};

/** A dialog on the platform's own: focus trap, inert background, Esc and focus return come with `showModal()`. */
export function Modal(props: ModalProps) {
  return props.open ? <OpenModal {...props} /> : null;
}

function focusFirst(dialog: HTMLDialogElement, initialFocus: 'first' | 'cancel'): void {
  const wanted =
    initialFocus === 'cancel'
      ? dialog.querySelector<HTMLElement>('[data-cancel]')
      : dialog.querySelector<HTMLElement>(
          '.modal-body :is(input, select, textarea, button, a[href]):not(:disabled, [type="hidden"], [hidden])',
        );
  (wanted ?? dialog.querySelector<HTMLElement>('.modal-title'))?.focus();
}

function OpenModal({
  onClose,
  title,
  children,
  footer,
  size = 'md',
  initialFocus = 'first',
  step,
  guard,
  busy,
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const [asking, setAsking] = useState(false);
  const shownStep = useRef(step);
  const leftAt = useRef<Element>(null);

  // A layout effect, because its cleanup still finds the dialog in the document, which brings the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    focusFirst(element, initialFocus);
    const forget = noteOpenDialog(element);
    return () => {
      forget();
      element.close();
    };
    // Once per opening: a change of initialFocus while open moves nothing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  // A request that is under way is called off no more, whatever the button that backs out says.
  useEffect(() => {
    const cancel = dialog.current?.querySelector<HTMLButtonElement>('button[data-cancel]');
    if (cancel) cancel.disabled = busy === true;
  }, [busy]);

  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    heading.current?.focus();
  }, [step]);

  function askedToClose(): void {
    if (!guard?.()) return onClose();
    leftAt.current = document.activeElement;
    setAsking(true);
  }

  function goOn(): void {
    setAsking(false);
    if (leftAt.current instanceof HTMLElement) leftAt.current.focus();
  }

  function escaped(event: SyntheticEvent<HTMLDialogElement>): void {
    if (event.target !== dialog.current) return;
    event.preventDefault();
    // A browser closes a dialog by itself when Escape is pressed again and again: it lets a page hold a few of them.
    if (!dialog.current.open && (busy || guard?.())) {
      dialog.current.showModal();
      heading.current?.focus();
    }
    if (!busy) askedToClose();
  }

  function clickedBeside(event: MouseEvent<HTMLDialogElement>): void {
    if (event.target === dialog.current && !busy && !guard?.()) onClose();
  }

  return (
    <dialog
      ref={dialog}
      className={classNames('modal', `modal-${size}`)}
      aria-labelledby={titleId}
      onCancel={escaped}
      onClose={escaped}
      onMouseDown={clickedBeside}
    >
      <div className="modal-sheet">
        <div className="modal-head">
          <div>
            {step && <p className="modal-step">{step}</p>}
            <h2 className="modal-title" id={titleId} ref={heading} tabIndex={-1}>
              {title}
            </h2>
          </div>
          <Button variant="ghost" size="sm" icon={<Icon name="close" />} aria-label="Close" onClick={onClose} />
        </div>
        <div className="modal-body">{children}</div>
        {asking ? (
          <div
            key="asking"
            className="modal-foot modal-asking"
            role="alertdialog"
            aria-label="Discard what you entered?"
          >
            <p>Discard what you entered?</p>
            <Button variant="secondary" autoFocus onClick={goOn}>
              Keep editing
            </Button>
            <Button variant="danger" onClick={onClose}>
              Discard
            </Button>
          </div>
        ) : (
          footer && <div className="modal-foot">{footer}</div>
        )}
      </div>
    </dialog>
  );
}
