import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { Icon } from './icon.tsx';
import './search-box.css';

/** Delay between the last key and the search, in milliseconds. */
const typingPauseMs = 250;

/** Functions that search for the text in each box on the page. */
const waiting = new Set<() => void>();

/**
 * Searches at once for the typed text: for a button that acts on the result. Safari leaves the focus in the box then.
 */
export function searchNow(): void {
  for (const search of waiting) search();
}

/** A search box. Calls `onSearch` after a pause in typing, and at once on Enter and when the focus leaves the box. */
export function SearchBox({
  label,
  placeholder,
  search,
  onSearch,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly search: string;
  readonly onSearch: (words: string) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState(search);
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(search);
  // Another filter may be chosen during the pause.
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });
  useEffect(() => {
    const search = (): void => sendNew(typed, sent, latest);
    const timer = setTimeout(search, typingPauseMs);
    waiting.add(search);
    return () => {
      clearTimeout(timer);
      waiting.delete(search);
    };
  }, [typed]);
  // Takes a text that a button or another address has changed; during typing only the keys change it.
  useEffect(() => {
    if (search === sent.current || document.activeElement === input.current) return;
    sent.current = search;
    setTyped(search);
  }, [search]);
  return (
    <div className="search-box" role="search">
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <Icon name="search" size={18} />
      <input
        id={id}
        ref={input}
        type="search"
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        // Searches before the next click, which may open or export the list: it must match the typed text.
        onBlur={() => sendNew(typed, sent, latest)}
        onKeyDown={(event) => event.key === 'Enter' && sendNew(typed, sent, latest)}
      />
    </div>
  );
}

/** Calls `onSearch`, unless the words are those of the last call. */
function sendNew(typed: string, sent: RefObject<string>, onSearch: RefObject<(words: string) => void>): void {
  const words = typed.trim();
  if (words === sent.current) return;
  sent.current = words;
  onSearch.current(words);
}
