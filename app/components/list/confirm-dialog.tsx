import { Description, Dialog, DialogPanel, DialogTitle } from '@headlessui/react';
import type { ReactNode } from 'react';

export type ConfirmDialogProps = {
  title: string;
  text: ReactNode;
  onCancel: () => void;
  children: ReactNode;
};

/** The dialog around a ConfirmSection's form: holds the focus, Escape and the dimmed page cancel. */
export function ConfirmDialog({ title, text, onCancel, children }: ConfirmDialogProps) {
  return (
    <Dialog open onClose={onCancel} className="dialog">
      <div className="dialog__back" aria-hidden="true" />
      <div className="dialog__place">
        <DialogPanel className="dialog__panel">
          <DialogTitle as="h2">{title}</DialogTitle>
          <Description as="div" className="confirm__text">
            {text}
          </Description>
          {children}
        </DialogPanel>
      </div>
    </Dialog>
  );
}
