import Check from 'lucide-react/icons/check'
import { DropdownMenu } from 'radix-ui'
import { createContext, type ReactNode, use, useRef, useState } from 'react'
import styles from './Menu.module.css'

interface MenuProps {
  readonly label: string
  /** What the button shows; its name is the label. */
  readonly face: ReactNode
  readonly children: ReactNode
  readonly isInitiallyOpen?: boolean
  /** The button's look, where it is to be another one. */
  readonly className?: string | undefined
  readonly isDisabled?: boolean
}

type Choose = (deed: () => void) => void

// Done at once, a deed that opens a dialog would find the focus on an item that is about to go, and give it back to nothing.
const Choosing = createContext<Choose>((deed) => deed())

/** A button that opens a menu. Not modal: the modal one would write a style element, which the content security policy forbids. */
export function Menu({ label, face, children, isInitiallyOpen = false, className, isDisabled = false }: MenuProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const chosen = useRef<(() => void) | null>(null)
  const giveFocusBack = () => {
    const deed = chosen.current
    if (deed === null) return
    chosen.current = null
    trigger.current?.focus()
    deed()
  }
  return (
    <DropdownMenu.Root modal={false} defaultOpen={isInitiallyOpen}>
      <DropdownMenu.Trigger
        ref={trigger}
        className={className ?? styles.trigger}
        aria-label={label}
        title={className === undefined ? undefined : label}
        disabled={isDisabled}
      >
        {face}
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        className={styles.menu}
        align="end"
        sideOffset={8}
        collisionPadding={12}
        onCloseAutoFocus={giveFocusBack}
      >
        <Choosing value={(deed) => (chosen.current = deed)}>{children}</Choosing>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

/** For lists: until it is first used it is a plain button, for hundreds of closed menus cost more than their rows. */
export function LightMenu(props: MenuProps) {
  const [isUsed, setUsed] = useState(false)
  if (isUsed) return <Menu {...props} isInitiallyOpen />
  return (
    <button
      type="button"
      className={styles.trigger}
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setUsed(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        setUsed(true)
      }}
    >
      {props.face}
    </button>
  )
}

interface MenuItemProps {
  readonly children: ReactNode
  readonly onSelect: () => void
}

/** What it does is done once the menu is closed and its button has the focus again. */
export function MenuItem({ children, onSelect }: MenuItemProps) {
  const choose = use(Choosing)
  return (
    <DropdownMenu.Item className={styles.item} onSelect={() => choose(onSelect)}>
      {children}
    </DropdownMenu.Item>
  )
}

/** An item that is a link by nature: it can be opened in another tab. */
export const MenuLink = ({ children }: { readonly children: ReactNode }) => (
  <DropdownMenu.Item asChild className={styles.item}>
    {children}
  </DropdownMenu.Item>
)

interface MenuChoiceProps {
  readonly children: ReactNode
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
}

/** One of several that can be on or off; the menu stays open for the next. */
export const MenuCheckbox = ({ children, isChosen, onChoose }: MenuChoiceProps) => (
  <DropdownMenu.CheckboxItem
    className={styles.item}
    checked={isChosen}
    onCheckedChange={onChoose}
    onSelect={(event) => event.preventDefault()}
  >
    <ChoiceMark />
    {children}
  </DropdownMenu.CheckboxItem>
)

interface MenuRadiosProps<Value extends string> {
  readonly label: string
  readonly choices: readonly (readonly [value: Value, text: string])[]
  readonly chosen: Value
  readonly onChoose: (value: Value) => void
}

/** One of a few. */
export function MenuRadios<Value extends string>({ label, choices, chosen, onChoose }: MenuRadiosProps<Value>) {
  const choose = use(Choosing)
  return (
    <DropdownMenu.RadioGroup aria-label={label} value={chosen}>
      {choices.map(([value, text]) => (
        <DropdownMenu.RadioItem
          key={value}
          className={styles.item}
          value={value}
          onSelect={() => choose(() => onChoose(value))}
        >
          <ChoiceMark />
          {text}
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}

const ChoiceMark = () => (
  <span className={styles.mark}>
    <DropdownMenu.ItemIndicator>
      <Check size={16} />
    </DropdownMenu.ItemIndicator>
  </span>
)

/** A line to read, not to choose. */
export const MenuNote = ({ children }: { readonly children: ReactNode }) => (
  <DropdownMenu.Label className={styles.note}>{children}</DropdownMenu.Label>
)

export const MenuSeparator = () => <DropdownMenu.Separator className={styles.separator} />
