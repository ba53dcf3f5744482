import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { navigate } from '#web/navigation/router.tsx';
import { useRead } from '#web/lib/use-api.ts';
import type { CurrentUser } from '#web/session/use-user.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { preloadPageAt } from '#web/navigation/preload-page.ts';
import { useToast } from '#web/ui/toast.tsx';
import { findEntries } from './find-entries.ts';
import { doPaletteAct } from './palette-act.ts';
import type { PaletteEntry } from './palette-entries.ts';
import styles from './command-palette.module.css';

/** Query for the payments whose merchants can be found by typing: the latest 100. */
const latestPayments = { query: { kind: 'purchase', limit: 100 } } as const;

/** Maximum length of a search, in characters: the same as in the API. */
const searchMax = 100;

/** Goes anywhere and does anything by typing: pages, cards and what can be done with them, searches. Opened by Ctrl/Cmd-K. */
export function CommandPalette({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const toast = useToast();
  const [query, setQuery] = useState('');
  const { role, staffRole } = user;
  const isOwner = role === 'user';
  const { data: cards = [] } = useRead('cards.list', isOwner ? {} : null);
  const isSearching = isOwner && query.trim().length > 1;
  const { data: payments = [] } = useRead('activity.list', isSearching ? latestPayments : null);
  const { data: subscriptions = [] } = useRead('subscriptions.list', isSearching ? {} : null);
  const [asked, setAsked] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const listId = useId();
  const found = findEntries(
    { role, staffRole, cards, subscriptions, merchants: payments.map(({ merchant }) => merchant).filter(Boolean) },
    query,
  );
  const at = Math.min(asked, found.length - 1);
  const chosen = found[at];

  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  useEffect(() => {
    if (chosen?.to && !chosen.document) void preloadPageAt(chosen.to.replace(/\?.*/, ''));
  }, [chosen]);

  function go(entry: PaletteEntry): void {
    onClose();
    if (entry.act) void doPaletteAct(entry.act, toast);
    else if (entry.document) window.location.assign(entry.to);
    else navigate(entry.to);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setAsked((at + step + found.length) % found.length);
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      go(chosen);
    }
  }

  return (
    <Modal open onClose={onClose} title="Go to…">
      <div className={styles.palette}>
        <div className={styles.paletteField}>
          <Icon name="search" />
          <input
            className={styles.paletteInput}
            role="combobox"
            aria-label="Page, action, card or search"
            aria-expanded={found.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={chosen && `${listId}-${at}`}
            autoComplete="off"
            spellCheck={false}
            maxLength={searchMax}
            enterKeyHint="go"
            placeholder="Page, action, card or search"
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setAsked(0);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <ul className={styles.paletteList} role="listbox" id={listId} aria-label="Places" ref={list}>
          {found.map((entry, index) => (
            // Keys go to the field, which names the chosen option.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <li
              key={entry.key}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === at}
              className={classNames(styles.paletteEntry, index === at && styles.paletteHere)}
              onPointerMove={() => setAsked(index)}
              onClick={() => go(entry)}
            >
              <Icon name={entry.icon} size={18} />
              <span>{entry.label}</span>
              <span className={styles.paletteHint}>{entry.hint}</span>
            </li>
          ))}
        </ul>
        <p className={found.length > 0 ? 'visually-hidden' : styles.paletteNone} role="status">
          {found.length > 0 ? `${found.length} found` : `No results for “${query.trim()}”.`}
        </p>
      </div>
    </Modal>
  );
}
