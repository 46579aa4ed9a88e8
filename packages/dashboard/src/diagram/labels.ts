import { textOf } from '../text.js';
import type { DiagramLabels } from './draw.js';

/** The labels of diagrams in the dashboard. */
export const diagramLabels = (): DiagramLabels => ({
  title: textOf('Diagram'),
  source: textOf('Text of the diagram'),
  failed: textOf('This diagram cannot be drawn.'),
});
