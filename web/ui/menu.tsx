import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { navigate } from '#web/navigation/router.tsx';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import './menu.css';

/** An entry of a menu: goes somewhere (`to`) or does something (`onSelect`). */
export type MenuItem = {
  readonly key: string;
  readonly label: string;
  readonly icon?: IconName | undefined;
  readonly to?: string | undefined;
  readonly onSelect?: (() => void) | undefined;
  readonly checked?: boolean | undefined;
  /** Only there under 768 px. */
  readonly smallScreenOnly?: boolean | undefined;
};

function entriesIn(menu: HTMLElement | null): HTMLElement[] {
  const all = menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [];
  return [...all].filter((entry) => entry.offsetParent !== null);
}

/** A button that opens a list of actions: arrow keys, Home, End, Esc, and a click beside it closes. */
export function Menu({
  label,
  trigger,
  items,
  header,
  align = 'end',
  className,
}: {
  /** The button's accessible name. */
  label: string;
  trigger: ReactNode;
  items: readonly MenuItem[];
  header?: ReactNode;
  align?: 'start' | 'end' | undefined;
  className?: string | undefined;
}) {
  const [open, setOpen] = useState(false);
  const fromBelow = useRef(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();

  useEffect(() => {
    if (!open) return;
    entriesIn(root.current)
      .at(fromBelow.current ? -1 : 0)
      ?.focus();
    fromBelow.current = false;
    const beside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', beside);
    return () => document.removeEventListener('pointerdown', beside);
  }, [open]);

  function close(): void {
    setOpen(false);
    button.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!open) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        fromBelow.current = event.key === 'ArrowUp';
        setOpen(true);
      }
      return;
    }
    const all = entriesIn(root.current);
    const at = all.findIndex((entry) => entry === document.activeElement);
    const go = (to: number) => {
      event.preventDefault();
      all[(to + all.length) % all.length]?.focus();
    };
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
    } else if (event.key === 'Tab') setOpen(false);
    else if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(-1);
    else if (event.key.length === 1) {
      const found = all.findIndex((entry) => entry.textContent?.toLowerCase().startsWith(event.key.toLowerCase()));
      if (found >= 0) go(found);
    }
  }

  function choose(item: MenuItem): void {
    close();
    item.onSelect?.();
    if (item.to !== undefined) navigate(item.to);
  }

  return (
    <div className={classNames('menu', className)} ref={root} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className="menu-button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-label={label}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </button>
      {open && (
        <div className={`menu-box menu-${align}`}>
          {header && <div className="menu-header">{header}</div>}
          <div role="menu" id={listId} aria-label={label}>
            {items.map((item) => (
              <button
                key={item.key}
                type="button"
                role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
                aria-checked={item.checked}
                tabIndex={-1}
                className={classNames('menu-item', item.smallScreenOnly && 'menu-item-small')}
                onClick={() => choose(item)}
              >
                {item.icon && <Icon name={item.icon} size={18} />}
                <span>{item.label}</span>
                {item.checked && <Icon name="check" size={18} />}
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}
