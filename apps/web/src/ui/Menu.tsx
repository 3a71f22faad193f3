import { lazy, Suspense, use, useState } from 'react'
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

const load = () => import('./UsedMenu.tsx')
const UsedMenu = lazy(async () => ({ default: (await load()).UsedMenu }))

/** A button that opens a menu. Until it is first used it is a plain button: hundreds of closed menus cost more than their rows. */
export function Menu(props: MenuProps) {
  const [isUsed, setUsed] = useState(false)
  const closed = <ClosedMenu {...props} onUsed={() => setUsed(true)} />
  return isUsed ? (
    <Suspense fallback={closed}>
      <UsedMenu {...props} />
    </Suspense>
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
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
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
