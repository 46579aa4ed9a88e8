import { configureGlobal } from 'fast-check';
import { propertyRuns } from '../../acceptance/full-size.mjs';

// 100 is fast-check's default.
configureGlobal({ numRuns: propertyRuns(100) });
