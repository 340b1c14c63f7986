import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Field } from '../../shared/ui/field.tsx';
import type { FieldProps } from '../../shared/ui/field.tsx';
import styles from './password-field.module.css';

/** A password input whose text can be shown. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'trailing'>) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      required
      trailing={
        <button
          type="button"
          className={styles.toggle}
          aria-label={`Show ${String(props.label).toLowerCase()}`}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden />
        </button>
      }
    />
  );
}
