/** What is being drawn, selected, dragged or written on a listing, as a value. No React in here. */
import type { Drawing, DrawnPoint, Tool } from '../../../shared/user/drawings.ts';
import type { Handle } from './shapes.ts';

/** A drawing on its way: its points so far, and where the next one would be. */
export interface PendingDrawing {
  readonly tool: Tool;
  readonly points: readonly DrawnPoint[];
  readonly at: DrawnPoint | null;
  readonly isByKey: boolean;
}

interface DrawingState {
  readonly ticker: string;
  readonly placing: PendingDrawing | null;
  readonly selected: {
    readonly id: string;
    readonly handle: Handle;
    /** Some of it is on screen; otherwise nothing acts on it. */
    readonly isOnPlot: boolean;
  } | null;
  /** The selected drawing where the pointer has it. */
  readonly dragged: Drawing | null;
  /** The text that is being written. */
  readonly editing: Drawing | null;
}

export type DrawingAction =
  /** Another listing: what was begun on the one before ends. */
  | { readonly do: 'open'; readonly ticker: string }
  | { readonly do: 'start'; readonly tool: Tool; readonly at: DrawnPoint | null; readonly isByKey: boolean }
  /** Moves the next point; nothing where no drawing is on its way. */
  | { readonly do: 'place'; readonly change: Partial<PendingDrawing> }
  | { readonly do: 'select'; readonly id: string; readonly handle: Handle }
  | { readonly do: 'see'; readonly isOnPlot: boolean }
  | { readonly do: 'set'; readonly change: Partial<Omit<DrawingState, 'ticker'>> };

export function initialState(ticker: string): DrawingState {
  return { ticker, placing: null, selected: null, dragged: null, editing: null };
}

/** Selecting something else does not end text editing; the field does that itself on blur. */
export function drawingReducer(state: DrawingState, action: DrawingAction): DrawingState {
  switch (action.do) {
    case 'open':
      return initialState(action.ticker);
    case 'start': {
      const { tool, at, isByKey } = action;
      return { ...initialState(state.ticker), placing: { tool, points: [], at, isByKey } };
    }
    case 'place':
      return { ...state, placing: state.placing && { ...state.placing, ...action.change } };
    case 'select':
      return { ...state, placing: null, selected: { id: action.id, handle: action.handle, isOnPlot: true } };
    case 'see':
      return { ...state, selected: state.selected && { ...state.selected, isOnPlot: action.isOnPlot } };
    case 'set':
      return { ...state, ...action.change };
  }
}
