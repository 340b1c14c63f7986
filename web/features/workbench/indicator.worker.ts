import { expose } from 'comlink';
import { createIndicatorApi } from './indicator-api.ts';

expose(createIndicatorApi());
