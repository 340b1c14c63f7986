import { useState, type ComponentProps } from 'react';

type DraftInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  readonly value: string | number;
  /** Called with each valid entry. */
  readonly onValue: (text: string) => void;
};

/** A field for one value within limits. An invalid entry stays visible until blur and changes nothing. */
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
