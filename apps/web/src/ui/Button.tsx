import type { ComponentPropsWithRef } from 'react'
import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router'
import { joinClasses } from './join-classes.ts'
import styles from './Button.module.css'

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  readonly variant?: ButtonVariant
  readonly size?: 'regular' | 'small'
  /** Shows that the press is being worked on; the button keeps its name and its focus, and does nothing meanwhile. */
  readonly isBusy?: boolean
}

export function Button(props: ButtonProps) {
  const {
    variant: look = 'secondary',
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
      className={buttonClass(look, size, className)}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}

/** The same look for what is a link by nature. */
export const buttonClass = (look: ButtonVariant, size: 'regular' | 'small' = 'regular', more?: string): string =>
  joinClasses(styles.button, styles[look], size === 'small' && styles.small, more)

interface LinkProps extends RouterLinkProps {
  /** Looks like a button, stays a link. */
  readonly variant?: ButtonVariant
  readonly size?: 'regular' | 'small'
}

/** A link inside the product. */
export function Link({ variant: look, size, className, ...rest }: LinkProps) {
  return <RouterLink {...rest} className={look === undefined ? className : buttonClass(look, size, className)} />
}
