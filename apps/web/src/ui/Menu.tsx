import { use, useState } from 'react'
import { loadedLater } from '../platform/code-parts.ts'
import { LazyPlace, lazyPart } from './lazy-part.tsx'
import {
  type MenuCheckboxProps,
  type MenuItemProps,
  MenuKit,
  type MenuLinkProps,
  type MenuNoteProps,
  type MenuProps,
  type MenuRadiosProps,
} from './menu-kit.ts'
import styles from './Menu.module.css'

const load = loadedLater(async () => (await import('./UsedMenu.tsx')).UsedMenu)
const UsedMenu = lazyPart(load)
// What does not come now is asked for again, and reported, by the press that needs it.
const loadAhead = () => void load().catch(() => undefined)

/** A button that opens a menu. Until it is first used it is a plain button: hundreds of closed menus cost more than their rows. */
export function Menu(props: MenuProps) {
  const [isUsed, setUsed] = useState(false)
  const close = () => {
    setUsed(false)
    return () => setUsed(true)
  }
  const closed = <ClosedMenu {...props} onUsed={() => setUsed(true)} />
  return isUsed ? (
    <LazyPlace fallback={closed} onFailed={close}>
      <UsedMenu {...props} />
    </LazyPlace>
  ) : (
    closed
  )
}

function ClosedMenu({ label, face, className, isDisabled, onUsed }: MenuProps & { readonly onUsed: () => void }) {
  return (
    <button
      type="button"
      className={className ?? styles.trigger}
      aria-label={label}
      title={className === undefined ? undefined : label}
      aria-haspopup="menu"
      aria-expanded={false}
      disabled={isDisabled}
      onPointerEnter={loadAhead}
      onFocus={loadAhead}
      onClick={onUsed}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        onUsed()
      }}
    >
      {face}
    </button>
  )
}

/** What it does is done once the menu is closed and its button has the focus again. */
export function MenuItem(props: MenuItemProps) {
  const kit = use(MenuKit)
  return kit && <kit.Item {...props} />
}

/** An item that is a link by nature: it can be opened in another tab. */
export function MenuLink(props: MenuLinkProps) {
  const kit = use(MenuKit)
  return kit && <kit.Link {...props} />
}

/** One of several that can be on or off; the menu stays open for the next. */
export function MenuCheckbox(props: MenuCheckboxProps) {
  const kit = use(MenuKit)
  return kit && <kit.Checkbox {...props} />
}

/** One of a few. */
export function MenuRadios<Value extends string>(props: MenuRadiosProps<Value>) {
  const kit = use(MenuKit)
  return kit && <kit.Radios {...props} />
}

/** A line to read, not to choose. */
export function MenuNote(props: MenuNoteProps) {
  const kit = use(MenuKit)
  return kit && <kit.Note {...props} />
}

export function MenuSeparator() {
  const kit = use(MenuKit)
  return kit && <kit.Separator />
}
