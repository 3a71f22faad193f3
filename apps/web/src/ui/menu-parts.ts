import { type ComponentType, createContext, type ReactElement, type ReactNode } from 'react'

export interface MenuProps {
  readonly label: string
  /** The button's content; its accessible name is the label. */
  readonly triggerContent: ReactNode
  readonly children: ReactNode
  /** Overrides the button's look. */
  readonly className?: string | undefined
  readonly isDisabled?: boolean
}

export interface MenuItemProps {
  readonly children: ReactNode
  /** True for the selected option. */
  readonly isCurrent?: boolean
  readonly onSelect: () => void
}

export interface MenuLinkProps {
  readonly children: ReactNode
}

export interface MenuCheckboxProps {
  readonly children: ReactNode
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
}

export interface MenuRadiosProps<Value extends string> {
  readonly label: string
  readonly choices: readonly (readonly [value: Value, text: string])[]
  /** Null: not known yet. */
  readonly chosen: Value | null
  readonly onChoose: (value: Value) => void
}

export interface MenuNoteProps {
  readonly children: ReactNode
}

interface MenuParts {
  readonly Item: ComponentType<MenuItemProps>
  readonly Link: ComponentType<MenuLinkProps>
  readonly Checkbox: ComponentType<MenuCheckboxProps>
  readonly Radios: <Value extends string>(props: MenuRadiosProps<Value>) => ReactElement
  readonly Note: ComponentType<MenuNoteProps>
  readonly Separator: ComponentType
}

/** The parts of an open menu. They are most of a page's weight besides React, and most pages open none. */
export const MenuPartsContext = createContext<MenuParts | null>(null)
