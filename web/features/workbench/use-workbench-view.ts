import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { parseWorkbench, workbenchUrl, type WorkbenchView } from './workbench-url.ts';

/** Changes the view. `isStep` is a step that Back takes back; without it the address changes in place. */
export type ShowView = (change: Partial<WorkbenchView>, isStep?: boolean) => void;

/** The view that the address names, and a way to another one. */
export function useWorkbenchView(): { readonly view: WorkbenchView; readonly show: ShowView } {
  const [, navigate] = useLocation();
  const search = useSearch();
  const view = useMemo(() => parseWorkbench(search), [search]);
  const show = useCallback<ShowView>(
    (change, isStep = true) => {
      // Read at once, so that two changes of one moment are both kept.
      const current = parseWorkbench(window.location.search);
      const href = workbenchUrl({ ...current, ...change });
      // Choosing what is chosen is no step to go back from.
      if (href !== workbenchUrl(current)) navigate(href, { replace: !isStep });
    },
    [navigate],
  );
  return { view, show };
}
