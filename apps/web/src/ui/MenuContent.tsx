import Check from 'lucide-react/icons/check'
import { DropdownMenu } from 'radix-ui'
import { createContext, type FocusEvent, use, useRef } from 'react'
import {
  type MenuCheckboxProps,
  type MenuItemProps,
  type MenuLinkProps,
  type MenuNoteProps,
  MenuPartsContext,
  type MenuProps,
  type MenuRadiosProps,
} from './menu-parts.ts'
import styles from './Menu.module.css'

type RunAfterClose = (action: () => void) => void

// If it ran at once, an action that opens a dialog would find the focus on an item that is about to disappear, and
// could not restore it.
const RunAfterCloseContext = createContext<RunAfterClose>((action) => action())

interface MenuContentProps extends MenuProps {
  readonly isOpenedByKeyboard: boolean
}

/** Not modal, because the modal menu would write a style element, which the content security policy forbids. */
export function MenuContent(props: MenuContentProps) {
  const { label, triggerContent: face, children, className, isDisabled = false, isOpenedByKeyboard } = props
  const isFirstItemWanted = useRef(isOpenedByKeyboard)
  // Radix learns which device is used only from the first key after this component is there, which is one too late.
  const focusFirstItem = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (target !== currentTarget || !isFirstItemWanted.current) return
    isFirstItemWanted.current = false
    currentTarget.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')?.focus()
  }
  const trigger = useRef<HTMLButtonElement>(null)
  const chosen = useRef<(() => void) | null>(null)
  const giveFocusBack = (closing: Event) => {
    const action = chosen.current
    // This event fires shortly after the menu has closed: a person who has moved on would be pulled back to its button.
    if (action === null && document.activeElement !== document.body) closing.preventDefault()
    if (action === null) return
    chosen.current = null
    trigger.current?.focus()
    action()
  }
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger
        ref={trigger}
        className={className ?? styles.trigger}
        aria-label={label}
        data-tooltip={className === undefined ? undefined : label}
        disabled={isDisabled}
      >
        {face}
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        className={styles.menu}
        align="end"
        sideOffset={8}
        collisionPadding={12}
        onFocus={focusFirstItem}
        onCloseAutoFocus={giveFocusBack}
      >
        <MenuPartsContext value={menuParts}>
          <RunAfterCloseContext value={(action) => (chosen.current = action)}>{children}</RunAfterCloseContext>
        </MenuPartsContext>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

function Item({ children, isCurrent = false, onSelect }: MenuItemProps) {
  const choose = use(RunAfterCloseContext)
  return (
    <DropdownMenu.Item
      className={styles.item}
      aria-current={isCurrent ? 'true' : undefined}
      onSelect={() => choose(onSelect)}
    >
      {children}
    </DropdownMenu.Item>
  )
}

const Link = ({ children }: MenuLinkProps) => (
  <DropdownMenu.Item asChild className={styles.item}>
    {children}
  </DropdownMenu.Item>
)

const Checkbox = ({ children, isChosen, onChoose }: MenuCheckboxProps) => (
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

function Radios<Value extends string>({ label, choices, chosen, onChoose }: MenuRadiosProps<Value>) {
  const choose = use(RunAfterCloseContext)
  return (
    <DropdownMenu.RadioGroup aria-label={label} value={chosen ?? ''}>
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

const Note = ({ children }: MenuNoteProps) => (
  <DropdownMenu.Label className={styles.note}>{children}</DropdownMenu.Label>
)

const Separator = () => <DropdownMenu.Separator className={styles.separator} />

const menuParts = { Item, Link, Checkbox, Radios, Note, Separator }
