import { expose } from 'comlink';
import { computeApi } from './compute-api.ts';

expose(computeApi);

// The first formatters of a process load its language data. On the page's thread that would block it for 20 ms.
setTimeout(() => [new Intl.NumberFormat(), new Intl.DateTimeFormat()]);
