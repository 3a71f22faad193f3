import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router'
import { type ButtonVariant, buttonClass } from './Button.tsx'

export interface LinkProps extends RouterLinkProps {
  /** Looks like a button, stays a link. */
  readonly variant?: ButtonVariant
  readonly size?: 'regular' | 'small'
}

/** A link inside the product. */
export function Link({ variant: look, size, className, ...rest }: LinkProps) {
  return <RouterLink {...rest} className={look === undefined ? className : buttonClass(look, size, className)} />
}
