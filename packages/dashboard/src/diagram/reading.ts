import { drawDiagrams } from './draw.js';

// Reading pages have the scheme of the system.
const dark = window.matchMedia('(prefers-color-scheme: dark)');
drawDiagrams(document.body, dark.matches ? 'dark' : 'light');
dark.addEventListener('change', () => window.location.reload());
