import './logo.css';

/** The mark: a satchel whose flap is a card, closed by a clasp. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg className="logo-mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect x="2" y="5" width="28" height="23" rx="7" fill="currentColor" opacity=".28" />
      <path d="M9 5h14a7 7 0 0 1 7 7v1.500C27 17.8 22 20 16 20S5 17.8 2 13.500V12a7 7 0 0 1 7-7z" fill="currentColor" />
      <circle cx="16" cy="20" r="3.6" fill="currentColor" stroke="var(--bg)" strokeWidth="1.8" />
    </svg>
  );
}

/** The mark and the name. */
export function Logo() {
  return (
    <span className="logo">
      <LogoMark />
      <span>Satchel</span>
    </span>
  );
}
