import { Link, type LinkProps } from '@remix-run/react';
import type { ButtonHTMLAttributes } from 'react';

export type ButtonVariant = 'primary' | 'default' | 'quiet' | 'danger' | 'warn';
export type ButtonSize = 's' | 'm' | 'l';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: ' btn--primary',
  default: '',
  quiet: ' btn--quiet',
  danger: ' btn--danger',
  warn: ' btn--warn',
};
const SIZES: Record<ButtonSize, string> = { s: ' btn--s', m: '', l: ' btn--l' };

type Look = {
  /** primary once a page; default; quiet in rows; danger where something is lost; warn leads to a danger. */
  variant?: ButtonVariant;
  /** 32, 36 or 44 pixels high. */
  size?: ButtonSize;
  /** Full width. */
  block?: boolean;
};

/** The classes of a button, for an element that is neither a button nor a Link (a summary, a plain anchor). */
export function buttonClass({ variant = 'default', size = 'm', block = false }: Look = {}, extra = ''): string {
  return `btn${VARIANTS[variant]}${SIZES[size]}${block ? ' btn--block' : ''}${extra ? ` ${extra}` : ''}`;
}

/** A button; `type` is submit unless said otherwise, as in HTML. */
export function Button({
  variant,
  size,
  block,
  className,
  type = 'submit',
  ...rest
}: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type={type} className={buttonClass({ variant, size, block }, className)} {...rest} />;
}

/** A link that looks like a button: it leads somewhere, a button does something. */
export function ButtonLink({ variant, size, block, className, ...rest }: Look & LinkProps) {
  return <Link className={buttonClass({ variant, size, block }, className)} {...rest} />;
}
