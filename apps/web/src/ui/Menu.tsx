import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import styles from './Menu.module.css'

interface MenuProps {
  readonly label: string
  /** What the button shows; its name is the label. */
  readonly face: ReactNode
  readonly children: ReactNode
  readonly isInitiallyOpen?: boolean
}

/** A button that opens a menu. Not modal: the modal one would write a style element, which the content security policy forbids. */
export function Menu({ label, face, children, isInitiallyOpen = false }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen={isInitiallyOpen}>
      <DropdownMenu.Trigger className={styles.trigger} aria-label={label}>
        {face}
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className={styles.menu} align="end" sideOffset={8} collisionPadding={12}>
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

interface MenuItemProps {
  readonly children: ReactNode
  readonly onSelect: () => void
}

export const MenuItem = ({ children, onSelect }: MenuItemProps) => (
  <DropdownMenu.Item className={styles.item} onSelect={onSelect}>
    {children}
  </DropdownMenu.Item>
)

/** An item that is a link by nature: it can be opened in another tab. */
export const MenuLink = ({ children }: { readonly children: ReactNode }) => (
  <DropdownMenu.Item asChild className={styles.item}>
    {children}
  </DropdownMenu.Item>
)

/** A line to read, not to choose. */
export const MenuNote = ({ children }: { readonly children: ReactNode }) => (
  <DropdownMenu.Label className={styles.note}>{children}</DropdownMenu.Label>
)

export const MenuSeparator = () => <DropdownMenu.Separator className={styles.separator} />
