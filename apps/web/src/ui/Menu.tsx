import { use, useState } from 'react'
import { registerForPreload } from '../platform/code-loading.ts'
import { LazyBoundary, lazyComponent } from './lazy-component.tsx'
import {
  type MenuCheckboxProps,
  type MenuItemProps,
  MenuPartsContext,
  type MenuLinkProps,
  type MenuNoteProps,
  type MenuProps,
  type MenuRadiosProps,
} from './menu-parts.ts'
import styles from './Menu.module.css'

const loadMenuContent = registerForPreload(async () => (await import('./MenuContent.tsx')).MenuContent)
const MenuContent = lazyComponent(loadMenuContent)
// A failed preload is requested again, and reported, by the press that needs it.
const preloadMenuContent = () => void loadMenuContent().catch(() => undefined)

/**
 * A button that opens a menu. Until its first use it is a plain button, because hundreds of closed menus cost more than
 * their rows.
 */
export function Menu(props: MenuProps) {
  const [openedBy, setOpenedBy] = useState<'keyboard' | 'pointer' | null>(null)
  const close = () => {
    setOpenedBy(null)
    return () => setOpenedBy(openedBy)
  }
  const closed = <ClosedMenu {...props} onUsed={setOpenedBy} />
  return openedBy !== null ? (
    <LazyBoundary fallback={closed} onFailed={close}>
      <MenuContent {...props} isOpenedByKeyboard={openedBy === 'keyboard'} />
    </LazyBoundary>
  ) : (
    closed
  )
}

function ClosedMenu({
  label,
  triggerContent: face,
  className,
  isDisabled,
  onUsed,
}: MenuProps & { readonly onUsed: (by: 'keyboard' | 'pointer') => void }) {
  return (
    <button
      type="button"
      className={className ?? styles.trigger}
      aria-label={label}
      data-tooltip={className === undefined ? undefined : label}
      aria-haspopup="menu"
      aria-expanded={false}
      disabled={isDisabled}
      onPointerEnter={preloadMenuContent}
      onFocus={preloadMenuContent}
      // A click that a key causes has no pointer behind it.
      onClick={({ detail }) => onUsed(detail === 0 ? 'keyboard' : 'pointer')}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        onUsed('keyboard')
      }}
    >
      {face}
    </button>
  )
}

/** Its action runs after the menu is closed and its button has the focus again. */
export function MenuItem(props: MenuItemProps) {
  const kit = use(MenuPartsContext)
  return kit && <kit.Item {...props} />
}

/** An item that is a link, so that it can be opened in another tab. */
export function MenuLink(props: MenuLinkProps) {
  const kit = use(MenuPartsContext)
  return kit && <kit.Link {...props} />
}

/** One of several options; the menu stays open for the next. */
export function MenuCheckbox(props: MenuCheckboxProps) {
  const kit = use(MenuPartsContext)
  return kit && <kit.Checkbox {...props} />
}

/** A group of exclusive options. */
export function MenuRadios<Value extends string>(props: MenuRadiosProps<Value>) {
  const kit = use(MenuPartsContext)
  return kit && <kit.Radios {...props} />
}

/** A line to read, not to choose. */
export function MenuNote(props: MenuNoteProps) {
  const kit = use(MenuPartsContext)
  return kit && <kit.Note {...props} />
}

export function MenuSeparator() {
  const kit = use(MenuPartsContext)
  return kit && <kit.Separator />
}
