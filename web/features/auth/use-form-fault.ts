import { useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { FormFault } from './credentials.ts';

/**
 * The rule a form breaks, if any. Reporting one shows it and moves the focus to its field, so that a screen reader
 * reads field and fault together.
 */
export function useFormFault<FieldName extends string>(form: RefObject<HTMLFormElement | null>) {
  const [fault, setFault] = useState<FormFault<FieldName> | null>(null);
  return {
    fault,
    clear: () => setFault(null),
    report: (broken: FormFault<FieldName>) => {
      // The description has to be in the page before the focus arrives.
      flushSync(() => setFault(broken));
      const field = form.current?.elements.namedItem(broken.field);
      if (field instanceof HTMLElement) field.focus();
    },
  };
}
