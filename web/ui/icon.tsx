import './icon.css';

const strokes = {
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  'arrow-left': 'M19 12H5M11 6l-6 6 6 6',
  'arrow-right': 'M5 12h14M13 6l6 6-6 6',
  'arrow-up-right': 'M7 17L17 7M8 7h9v9',
  'arrow-down-left': 'M17 7L7 17M16 17H7V8',
  chevron: 'M6 9l6 6 6-6',
  'chevron-left': 'M15 6l-6 6 6 6',
  'chevron-right': 'M9 6l6 6-6 6',
  'chevrons-left': 'M12 6l-6 6 6 6M18 6l-6 6 6 6',
  'chevrons-right': 'M12 6l6 6-6 6M6 6l6 6-6 6',
  copy: 'M9 9h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1zM4 15.5V5a1 1 0 0 1 1-1h10.5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  'eye-off':
    'M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.7 3.4M6.6 7.3A15.7 15.7 0 0 0 2.5 12S6 18.5 12 18.500a9 9 0 0 0 4.6-1.300M10 10a3 3 0 0 0 4.1 4.1',
  snowflake:
    'M12 2v20M3.3 7l17.4 10M20.7 7L3.3 17M9 3.500l3 3 3-3M9 20.500l3-3 3 3M3 11l4-1-1-4M21 13l-4 1 1 4M21 11l-4-1 1-4M3 13l4 1-1 4',
  wallet:
    'M4 7.500V18a2 2 0 0 0 2 2h13a1 1 0 0 0 1-1V9a1 1 0 0 0-1-1H5.500A1.5 1.5 0 0 1 4 6.500v0A2.5 2.5 0 0 1 6.5 4H17v4M16 14h.01',
  card: 'M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM2 10h20M6 15h4',
  lock: 'M6 11h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1zM8 11V7.500a4 4 0 0 1 8 0V11',
  shield: 'M12 3l7.5 3v5.500c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.500V6zM9 12l2.2 2.200L15.5 10',
  refresh: 'M20 11A8 8 0 0 0 6.3 6.300L4 8.600M4 4v4.600h4.600M4 13a8 8 0 0 0 13.7 4.700l2.3-2.300M20 20v-4.600h-4.6',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8h.01',
  alert: 'M12 4L2.8 19.500h18.400zM12 10v4.500M12 17h.01',
  trash: 'M4 7h16M9.5 7V4.500h5V7M6 7l1 12.500a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1L18 7M10 11v6M14 11v6',
  sun: 'M12 16.500a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12 2v2M12 20v2M2 12h2M20 12h2M4.9 4.900l1.4 1.400M17.7 17.700l1.4 1.400M4.9 19.100l1.4-1.400M17.7 6.300l1.4-1.4',
  moon: 'M20 14.500A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.500z',
  logout: 'M10 4H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h4M15 16l4-4-4-4M19 12H9',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.500c.7-4 3.7-6 7.5-6s6.8 2 7.5 6',
  users:
    'M9 11.500a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.500c.5-3.5 3-5.2 6.5-5.200s6 1.7 6.5 5.200M16 4.800a3.5 3.5 0 0 1 0 6.400M18 14.700c2 .7 3.2 2.3 3.5 4.8',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4',
  download: 'M12 4v11M7.5 10.500L12 15l4.5-4.500M5 20h14',
  upload: 'M12 15V4M7.5 8.500L12 4l4.5 4.500M5 20h14',
  external: 'M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
  mail: 'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM3.5 6.500L12 13l8.5-6.5',
  gift: 'M4 12h16v8H4zM3 8h18v4H3zM12 8v12M12 8S10.5 3.5 8 4.5 8.5 8 12 8zM12 8s1.5-4.5 4-3.500S15.5 8 12 8z',
  globe:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c2.5 2.5 3.7 5.5 3.7 9S14.5 18.5 12 21c-2.5-2.5-3.7-5.5-3.7-9S9.5 5.5 12 3z',
  chart: 'M5 20V11M12 20V4M19 20v-6',
  receipt: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  settings:
    'M4 7h9M19 7h1M4 17h3M13 17h7M16 9.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM10 19.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  repeat: 'M4 11V9a3 3 0 0 1 3-3h12M16 3l3 3-3 3M20 13v2a3 3 0 0 1-3 3H5M8 21l-3-3 3-3',
  bolt: 'M13 3L5 14h6l-1 7 8-11h-6z',
  key: 'M8 16.500a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12.5 12H21v3.500M17 12v3',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.700l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.700l1-1',
  filter: 'M4 6h16M7 12h10M10 18h4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  dots: 'M5 12h.01M12 12h.01M19 12h.01',
  store:
    'M4 9.500L5.5 4h13L20 9.500M5 11v9h14v-9M4 9.500a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0 2.7 2.7 0 0 0 5.3 0M10 20v-5h4v5',
} as const;

/** The name of a drawn sign. */
export type IconName = keyof typeof strokes;

/** A sign of the hand-picked set, in the colour of the text. Decorative unless it has a `label`. */
export function Icon({ name, size = 20, label }: { name: IconName; size?: number; label?: string }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={strokes[name]} />
    </svg>
  );
}
