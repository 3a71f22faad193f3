import type { ComponentPropsWithRef } from 'react'
import { Link as RouterLink, type LinkProps as RouterLinkProps } from '../platform/router.tsx'
import { joinClasses } from './join-classes.ts'
import styles from './Button.module.css'

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  readonly variant?: ButtonVariant
  readonly size?: 'regular' | 'small'
  /** Shows that the press is being processed; the button keeps its name and its focus, and does nothing meanwhile. */
  readonly isBusy?: boolean
}

export function Button(props: ButtonProps) {
  const {
    variant: appearance = 'secondary',
    size = 'regular',
    isBusy = false,
    className,
    onClick,
    type = 'button',
    ...rest
  } = props
  return (
    <button
      {...rest}
      type={type}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      className={buttonClass(appearance, size, className)}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}

/** The button's look for an element that is a link. */
export const buttonClass = (appearance: ButtonVariant, size: 'regular' | 'small' = 'regular', more?: string): string =>
  joinClasses(styles.button, styles[appearance], size === 'small' && styles.small, more)

interface LinkProps extends RouterLinkProps {
  /** A link that looks like a button. */
  readonly variant?: ButtonVariant
  readonly size?: 'regular' | 'small'
}

/** A link inside the product. */
export function Link({ variant: appearance, size, className, ...rest }: LinkProps) {
  return (
    <RouterLink {...rest} className={appearance === undefined ? className : buttonClass(appearance, size, className)} />
  )
}
