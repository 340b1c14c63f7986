/** Drawing state of one listing: what is being placed, selected, dragged or edited. No React in here. */
import type { Drawing, DrawnPoint, Tool } from '../../../shared/user/drawings.ts';
import type { Handle } from './shapes.ts';

/** A drawing being placed: its points so far, and where the next one would be. */
export interface PendingDrawing {
  readonly tool: Tool;
  readonly points: readonly DrawnPoint[];
  readonly at: DrawnPoint | null;
  readonly isByKey: boolean;
}

export interface DrawingState {
  readonly ticker: string;
  readonly placing: PendingDrawing | null;
  readonly selected: {
    readonly id: string;
    readonly handle: Handle;
    /** Whether part of it is on screen; otherwise keys and buttons do not act on it. */
    readonly isOnPlot: boolean;
  } | null;
  /** The selected drawing at the pointer's position, during a drag. */
  readonly dragged: Drawing | null;
  /** The text drawing being edited. */
  readonly editing: Drawing | null;
}

export type DrawingAction =
  | { readonly do: 'start'; readonly tool: Tool; readonly at: DrawnPoint | null; readonly isByKey: boolean }
  /** Changes the drawing being placed, if there is one. */
  | { readonly do: 'place'; readonly change: Partial<PendingDrawing> }
  | { readonly do: 'select'; readonly id: string; readonly handle: Handle }
  /** Records whether part of the selected drawing is on screen. */
  | { readonly do: 'setVisible'; readonly isOnPlot: boolean }
  | { readonly do: 'set'; readonly change: Partial<Omit<DrawingState, 'ticker'>> };

/** Nothing selected and nothing unfinished, as for every listing that is opened. */
export function initialState(ticker: string): DrawingState {
  return { ticker, placing: null, selected: null, dragged: null, editing: null };
}

/** Selecting something else does not end text editing; the field does that itself on blur. */
export function drawingReducer(state: DrawingState, action: DrawingAction): DrawingState {
  switch (action.do) {
    case 'start': {
      const { tool, at, isByKey } = action;
      return { ...initialState(state.ticker), placing: { tool, points: [], at, isByKey } };
    }
    case 'place':
      return { ...state, placing: state.placing && { ...state.placing, ...action.change } };
    case 'select':
      return { ...state, placing: null, selected: { id: action.id, handle: action.handle, isOnPlot: true } };
    case 'setVisible':
      return { ...state, selected: state.selected && { ...state.selected, isOnPlot: action.isOnPlot } };
    case 'set':
      return { ...state, ...action.change };
  }
}
