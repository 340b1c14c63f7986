import { useState, type ComponentProps } from 'react';

type DraftInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  readonly value: string | number;
  /** Gets what is typed where it is valid. */
  readonly onValue: (text: string) => void;
};

/** A field of one value in its limits. What is typed on the way to one is in sight until the field is left, and changes nothing. */
export function DraftInput({ value, onValue, ...input }: DraftInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      {...input}
      required
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value);
        if (target.validity.valid) onValue(target.value);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
