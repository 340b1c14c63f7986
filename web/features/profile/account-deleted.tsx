import { Toast } from '../../shared/ui/toast.tsx';

/** What is said on the home page to somebody who has deleted their account. */
export function AccountDeleted({ onClose }: { onClose: () => void }) {
  return (
    <Toast isOpen onDismiss={onClose}>
      Your account and everything it held are deleted.
    </Toast>
  );
}
