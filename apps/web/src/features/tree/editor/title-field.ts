import type { ActiveFormats } from '../../../ui/rich-text/marks.ts'
import type { TitleFormat } from '../../../ui/rich-text/title-marks.tsx'

/** A stretch of the text, counted in characters; every line end is one. */
export interface TextRange {
  readonly index: number
  readonly length: number
}

/** What a title is typed into. */
export interface TitleField {
  readonly textbox: HTMLElement
  /** The words as they stand, spaces and all; null: there are formats. */
  text(): string | null
  /** Null while the caret is elsewhere. */
  range(): TextRange | null
  select(range: TextRange): void
  selectAll(): void
  readonly isComposing: () => boolean
  close(): void
}

/** A field that can also set formats. */
export interface RichTitleField extends TitleField {
  toggle(mark: TitleFormat, range?: TextRange): void
}

export interface TitleFieldEvents {
  /** With the title as it is stored. */
  onChange(title: string): void
  onFormats(here: ActiveFormats): void
}

export function labelTextbox(textbox: HTMLElement): void {
  textbox.setAttribute('role', 'textbox')
  textbox.setAttribute('aria-multiline', 'true')
  textbox.setAttribute('aria-label', 'Node title')
  textbox.setAttribute('aria-keyshortcuts', 'Alt+F10')
}
