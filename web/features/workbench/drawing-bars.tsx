import { Button } from '../../shared/ui/button.tsx';
import { hintOf, type Placing } from './drawing-moves.ts';
import styles from './drawings.module.css';
import { TOOL_NAMES, type Tool, type Writing } from './drawings.ts';

interface PlacingBarProps {
  readonly placing: Placing;
  readonly writing: Writing;
  readonly onCancel: () => void;
}

/** Over the chart while something is drawn: what to do next, and a way out. */
export function PlacingBar({ placing, writing: { format, currency }, onCancel }: PlacingBarProps) {
  return (
    <div className={styles.bar}>
      <strong>{TOOL_NAMES[placing.tool]}</strong>
      <span>{hintOf(placing)}</span>
      {placing.at && <span>{format.price(placing.at.price, currency)}</span>}
      <Button size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

interface SelectionBarProps {
  readonly tool: Tool;
  readonly onAlert: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** Over the chart while a drawing is selected: what can be done with it. */
export function SelectionBar({ tool, onAlert, onEdit, onRemove }: SelectionBarProps) {
  return (
    <div className={styles.bar} role="group" aria-label="Selected drawing">
      <strong>{TOOL_NAMES[tool]}</strong>
      {tool === 'level' && (
        <Button size="sm" onClick={onAlert}>
          Alert me
        </Button>
      )}
      {tool === 'text' && (
        <Button size="sm" onClick={onEdit}>
          Edit
        </Button>
      )}
      <Button size="sm" onClick={onRemove}>
        Remove
      </Button>
    </div>
  );
}
