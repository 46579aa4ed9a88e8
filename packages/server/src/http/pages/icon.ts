import type { Hono } from 'hono';
import { html } from 'hono/html';
import type { RequestVariables } from '../request.js';

/** The logo: four tiles of a mosaic, of which the last is being laid. */
export const mark = html`<svg class="mark" viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><rect x="2" y="2" width="13" height="13" rx="3.5" fill="var(--tile-dark)"/><rect x="17" y="2" width="13" height="13" rx="3.5" fill="var(--tile-light)"/><rect x="2" y="17" width="13" height="13" rx="3.5" fill="var(--tile-light)"/><rect x="18.6" y="18.6" width="11" height="11" rx="3" fill="var(--tile-set)" transform="rotate(14 24 24)"/></svg>`;

/** The logo as an icon of 32 by 32 pixels. */
const icon = Buffer.from(
  'AAABAAEAICAAAAEAIADgAgAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAgGAAAAc3p69AAAApVJREFUeJzsVk1oE1EQnnlNalukgpCg' +
    'oJieQi2C1LP2oBItRRT16i0lVoRQQaonQQ+pFAPBW3LoSaQerIhSpWDAqhf1ZmgwQkMPCv4gWJKYjTvOS8jmNTGyjw3dHvrBJrPzvu/tvNl5' +
    'b1aAyxDgMjyKjX1nxydQQIQAggjgbSaz30CgnAmQKj5Ixmsu+Us4lHo0QUARJAgCYouWOQYg5IhEKhM+FWdOVdtVH+89Nx4VAhJs+lHxq6j5' +
    '0YeAoe6hQyUj825J+gf3HIyyL8GXnyf+p7bmZy1CyPc+W/r6+H5Va70CgRABDRBRpBEYamlZbfFFY0IIgBZwV2M+TS01tFYNcGq2gQZUvhOt' +
    '67tgK4CtAJRtSHnQQ9bSgp6WFK2SAZwFDZhE88rtLGiAD2FLa50DBfTM9JLRwxGNEWCQ96qnWciHVYWP4xybC0X03rIGysYMeLt7eGVjPM69' +
    'oFXLy66A1CIukPHb0iK4jE3Ujh20VCewXsFg8mFUAMbtCvnJ1zLh07Fm/0ps9CaPXeBKK3KXXEIy06YQiwNXn375bwD7k/PL1QKyHQDlM+Ez' +
    'AdWXnz5xlEAstuFnkZDH8F5g6snrul8ojADoQGmplovwSjs6Z0PujkucmVcr06O3WwJw0lKrD587L7+EDtuUT35PnOxfF4BTrH76NcxRbbdJ' +
    '7ypUfhrS8ECHYAo8YptM9Hnv5JuiNDuWAT4lRzToL+pGxzLARTZsnwvput25DAD47HJN88/LlgCctFQJXtWcTem3gevPl1sCAActVaKvVLjI' +
    'Yd3l6221ItrrUup9owYctFQJ/430Gv9dlvaP2LEda+gZMQGPy+JExAM1OXzsh/K643tD2vHqndBOswy79009+9A85vr3wF8AAAD//3yvJA8A' +
    'AAAGSURBVAMAkifoXoZdFzMAAAAASUVORK5CYII=',
  'base64',
);

/** Serves `/favicon.ico`, which browsers request automatically. */
export function mountIcon(app: Hono<RequestVariables>): void {
  const headers = { 'Content-Type': 'image/x-icon', 'Cache-Control': 'public, max-age=86400' };
  app.get('/favicon.ico', (c) => c.body(new Uint8Array(icon), 200, headers));
}
