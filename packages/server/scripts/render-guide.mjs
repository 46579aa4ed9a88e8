/** Part of `npm run build`: renders the guide, so that the service renders none of its pages. */
import { writeFileSync } from 'node:fs';
import { renderGuide } from '../dist/documents/pages/render-guide.js';

const target = new URL('../dist/documents/pages/guide.json', import.meta.url);
writeFileSync(target, JSON.stringify(renderGuide()));
