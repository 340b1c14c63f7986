import { expose } from 'comlink';
import { recompute } from './recompute.ts';

const api = { recompute };

export type RecomputeWorkerApi = typeof api;

expose(api);
