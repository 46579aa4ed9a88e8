// Each icon is a list of SVG paths, drawn as strokes on a grid of 24 by 24.
const shapes = {
  home: 'M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  document: 'M7 3h7l5 5v12a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM14 3v5h5M9 13h6M9 17h6',
  folder: 'M3 7a2 2 0 0 1 2-2h4l2 2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z',
  collection:
    'M5 6c0-1.7 3.1-3 7-3s7 1.3 7 3-3.1 3-7 3-7-1.300-7-3zM5 6v6c0 1.700 3.100 3 7 3s7-1.300 7-3V6M5 12v6c0 1.700 3.100 3 7 3s7-1.300 7-3v-6',
  people:
    'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21v-1a6 6 0 0 1 6-6h2a6 6 0 0 1 6 6v1M16 3.500a4 4 0 0 1 0 7.500M19 14.500a6 6 0 0 1 3 5.500v1',
  group: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM16.500 13v7M13 16.500h7',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700L12 17',
  eye: 'M2 12s3.600-7 10-7 10 7 10 7-3.600 7-10 7-10-7-10-7zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  key: 'M14.500 14.500a5 5 0 1 0-5-5c0 .6.100 1.100.300 1.600L3 18v3h3l1-1v-2h2v-2h2l1.900-1.900c.5.200 1 .4 1.600.4zM16 8h.01',
  robot:
    'M7 9h10a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM12 9V5M12 5h.01M9 14h.01M15 14h.01M2 14v2M22 14v2',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM9 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  server:
    'M5 4h14a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM5 13h14a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-5a1 1 0 0 1 1-1zM8 7.500h.01M8 16.500h.01',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4',
  plus: 'M12 5v14M5 12h14',
  copy: 'M9 8h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1zM16 8V5a1 1 0 0 0-1-1H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h3',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  dots: 'M12 6h.01M12 12h.01M12 18h.01',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.600 5.600L7 7M17 17l1.400 1.400M5.600 18.400L7 17M17 7l1.400-1.400',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z',
  upload: 'M12 16V5M7.500 9.500L12 5l4.500 4.500M4 19h16',
  download: 'M12 5v11M7.500 11.500L12 16l4.500-4.500M4 20h16',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  history: 'M4 12a8 8 0 1 0 2.500-5.800L4 8.500M4 4v4.500h4.500M12 8v4l3 2',
  chevron: 'M9 6l6 6-6 6',
  down: 'M6 9l6 6 6-6',
  up: 'M6 15l6-6 6 6',
  alert: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  spark: 'M12 3l1.800 5.200L19 10l-5.200 1.800L12 17l-1.800-5.200L5 10l5.200-1.800zM19 16v4M17 18h4',
  refresh: 'M19 8a8 8 0 1 0 1 5M20 4v4.500h-4.500',
  door: 'M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M10 12h11M18 9l3 3-3 3',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4',
  share:
    'M7 14a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM17 8.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM17 20.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM9.200 10.400l5.600-3M9.200 12.700l5.600 4',
  table: 'M4 5h16v14H4zM4 10h16M4 14.500h16M10 10v9',
  columns: 'M4 5h16v14H4zM9.300 5v14M14.700 5v14',
  filter: 'M4 6h16M7 12h10M10 18h4',
  text: 'M5 7V5h14v2M12 5v14M9 19h6',
  number: 'M9 4L7 20M17 4l-2 16M4 9h17M3 15h17',
  checkbox: 'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM8 12.500l3 3 5-6',
  calendar: 'M5 6h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM8 3.500V8M16 3.500V8M4 11h16',
  list: 'M9 6h11M9 12h11M9 18h11M4.500 6h.01M4.500 12h.01M4.500 18h.01',
  braces:
    'M9 4c-2 0-3 1-3 3v2c0 1.500-.700 3-2 3 1.300 0 2 1.500 2 3v2c0 2 1 3 3 3M15 4c2 0 3 1 3 3v2c0 1.500.700 3 2 3-1.300 0-2 1.500-2 3v2c0 2-1 3-3 3',
  x: 'M6 6l12 12M18 6L6 18',
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M6 11h12a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c5 5.500 5 12.500 0 18M12 3c-5 5.500-5 12.500 0 18',
  tag: 'M4 4h8l8 8-8 8-8-8zM8 8h.01',
  bold: 'M7 5h6a3.500 3.500 0 0 1 0 7H7zM7 12h7a3.500 3.500 0 0 1 0 7H7z',
  italic: 'M10 5h8M6 19h8M14 5l-4 14',
  heading: 'M6 5v14M18 5v14M6 12h12',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5',
} as const;

/** Names an icon. */
export type IconName = keyof typeof shapes;

/** A decorative icon in the color of the text around it; `size` in pixels, default 18. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      style={{ flex: 'none' }}
    >
      <path d={shapes[name]} />
    </svg>
  );
}
