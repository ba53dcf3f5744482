import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import './tabs.css';

/** One tab and what it shows. */
export type Tab = { readonly key: string; readonly label: ReactNode; readonly content: ReactNode };

/** Tabs with roving focus: arrow keys, Home and End choose. Holds its own choice unless `value` is given. */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string;
  tabs: readonly Tab[];
  value?: string | undefined;
  onChange?: ((key: string) => void) | undefined;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState(tabs[0]?.key);
  const chosen = value ?? own;
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.key === chosen),
  );

  // Scrolls the chosen tab into view in a row that is wider than the page.
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector(`[data-tab="${chosen}"]`);
    if (row && tab) row.scrollLeft += tab.getBoundingClientRect().left - row.getBoundingClientRect().left;
  }, [chosen]);

  function choose(index: number): void {
    const tab = tabs[(index + tabs.length) % tabs.length];
    if (!tab) return;
    setOwn(tab.key);
    onChange?.(tab.key);
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab.key}"]`)?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    choose(target);
  }

  return (
    <div className="tabs">
      <div className="tabs-head">
        <div className="tabs-list" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
          {tabs.map((tab, index) => (
            <button
              key={tab.key}
              type="button"
              role="tab"
              className="tabs-tab"
              id={`${id}-tab-${tab.key}`}
              data-tab={tab.key}
              aria-selected={index === at}
              aria-controls={`${id}-panel`}
              tabIndex={index === at ? 0 : -1}
              onClick={() => choose(index)}
            >
              {tab.label}
            </button>
          ))}
        </div>
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${tabs[at]?.key}`} tabIndex={0}>
        {tabs[at]?.content}
      </div>
    </div>
  );
}
