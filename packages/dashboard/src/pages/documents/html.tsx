import { useComputedColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { drawDiagrams } from '../../diagram/draw.js';
import { diagramLabels } from '../../diagram/labels.js';
import { textOf } from '../../text.js';
import classes from './prose.module.css';
import '@tessera/pages/prose.css';

/** Why a document is not rendered, by the reason of the service. */
export const reasonNames: Readonly<Record<string, string>> = {
  not_text: textOf('not text'),
  too_large: textOf('too large'),
  too_deep: textOf('too deep'),
  too_slow: textOf('too slow'),
};

/**
 * HTML that the service has rendered and sanitized. Links to other documents open in the dashboard, and diagrams are
 * drawn.
 */
export function RenderedHtml({ html }: { html: string }) {
  const container = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const scheme = useComputedColorScheme('light');
  useLayoutEffect(() => {
    if (container.current === null) {
      return undefined;
    }
    container.current.innerHTML = html;
    return drawDiagrams(container.current, scheme, diagramLabels());
  }, [html, scheme]);
  const onClick = (event: MouseEvent): void => {
    const link = (event.target as Element).closest('a');
    // The reading pages resolve a link by name, so such a link is not opened here.
    const inside = /^\/d\/[^?#]/.test(link?.getAttribute('href') ?? '');
    if (link === null || !inside || event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    event.preventDefault();
    const path = decodeURIComponent(new URL(link.href).pathname.slice('/d/'.length));
    void navigate({ to: '/documents', search: { path } as never });
  };
  return <Container ref={container} className={`prose ${classes.prose}`} onClick={onClick} />;
}

interface ContainerProps {
  readonly ref: React.Ref<HTMLDivElement>;
  readonly className: string;
  readonly onClick: (event: MouseEvent) => void;
}

// Clicks need no keyboard handler here, because their target is always a link.
function Container(props: ContainerProps) {
  return <article {...props} />;
}
