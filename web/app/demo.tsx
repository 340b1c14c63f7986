import { DemoPage } from '../features/demo/demo-page.tsx';
import { DemoReport } from '../features/stock/demo-report.tsx';

/** The demo: its frame around the report of the stock page. */
export function Demo() {
  return (
    <DemoPage>
      <DemoReport />
    </DemoPage>
  );
}
