/** The colors that pages derive from a workspace's color, as `#rrggbb`. */
export interface Accent {
  /** The background of a button. It is the color itself, in normal form. */
  readonly fill: string;
  /** Text on the button: white or black. */
  readonly onFill: string;
  /** Text in that color on the light and on the dark theme: the nearest readable shade. */
  readonly light: string;
  readonly dark: string;
}

type Channels = readonly [red: number, green: number, blue: number];

const [white, black] = ['#ffffff', '#000000'] as const;

/**
 * For each theme, the background with the lowest contrast to text, and the color that is mixed in until text is
 * readable.
 */
const themes = {
  light: { ground: '#f2f5f5', towards: black },
  dark: { ground: '#1d2427', towards: white },
} as const;

/** The ratio that WCAG 2.2 AA requires of text. */
const readableRatio = 4.5;
/** A tolerance, because browsers round mixed colors differently. */
const margin = 0.1;
/** Share of the color in the background of an active entry. */
const tint = 0.16;
const steps = 40;

/** The colors derived from one (`#rrggbb`), so that all text has a contrast of at least 4.5:1. */
export function accentOf(color: string): Accent {
  return {
    fill: mix(color, black, 1),
    onFill: contrast(color, white) >= readableRatio ? white : black,
    light: readable(color, themes.light),
    dark: readable(color, themes.dark),
  };
}

/** The contrast of two colors (`#rrggbb`), from 1 to 21, as WCAG defines it. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Mixes `share` of one color into another. */
export function mix(color: string, into: string, share: number): string {
  const [from, to] = [channels(color), channels(into)];
  const mixed = to.map((value, index) => Math.round(value + ((from[index] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function readable(color: string, { ground, towards }: (typeof themes)[keyof typeof themes]): string {
  for (let step = 0; step < steps; step += 1) {
    const text = mix(towards, color, step / steps);
    const grounds = [ground, mix(text, ground, tint)];
    if (grounds.every((each) => contrast(text, each) >= readableRatio + margin)) {
      return text;
    }
  }
  return towards;
}

function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: string): Channels {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
