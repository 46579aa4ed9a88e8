import { colors, fonts } from 'virtual:design-tokens';
import mermaid from 'mermaid';
import type { DrawRequest, FrameMessage } from './messages.js';

const narrowestPx = 560;

// This page has an opaque origin, so that diagrams cannot access the dashboard. It does not know the origin of its
// parent, so messages are sent to any origin; they contain no secrets.
function tell(message: FrameMessage): void {
  window.parent.postMessage(message, '*');
}

async function draw({ text, scheme }: DrawRequest): Promise<void> {
  try {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      theme: scheme === 'dark' ? 'dark' : 'neutral',
      // Without this, labels on lines have grey boxes on a dark page.
      themeVariables: scheme === 'dark' ? { edgeLabelBackground: colors.card[1] } : {},
      fontFamily: fonts.sans,
      suppressErrorRendering: true,
    });
    const { svg } = await mermaid.render('diagram', text);
    document.body.innerHTML = svg;
    keepReadable(document.body.querySelector('svg'));
    new ResizeObserver(tellHeight).observe(document.body);
    tellHeight();
  } catch (error) {
    tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

/** On a phone, a wide drawing scrolls sideways, because its text would be too small if it were scaled to fit. */
function keepReadable(drawing: SVGSVGElement | null): void {
  drawing?.style.setProperty('min-width', `${Math.min(drawing.viewBox.baseVal.width, narrowestPx)}px`);
}

function tellHeight(): void {
  tell({ kind: 'drawn', height: Math.ceil(document.body.getBoundingClientRect().height) });
}

window.addEventListener('message', ({ data, source }: MessageEvent<DrawRequest>) => {
  if (source === window.parent) {
    void draw(data);
  }
});
tell({ kind: 'ready' });
