import { expose } from 'comlink';
import { computeApi } from './compute-api.ts';

expose(computeApi);

// A process loads its language data with its first formatters, which would block the page for 20 ms.
setTimeout(() => [new Intl.NumberFormat(), new Intl.DateTimeFormat()]);
