import { createChartLink } from '../../../shared/charts/use-viewport.ts';

/** View and crosshair of the workbench's charts, which move together. */
export const LINK = createChartLink();
