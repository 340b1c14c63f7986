import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { buttonClass } from './button-class.ts';
import type { ButtonSize, ButtonVariant } from './button-class.ts';

type ButtonLinkProps = {
  href: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
  children: ReactNode;
};

/** A link inside the app that looks like a button: it goes somewhere, so it stays a link. */
export function ButtonLink({ href, variant = 'quiet', size = 'md', className, children }: ButtonLinkProps) {
  return (
    <Link href={href} className={buttonClass(variant, size, className)}>
      {children}
    </Link>
  );
}
