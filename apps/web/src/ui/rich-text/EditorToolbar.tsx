import type { LucideIcon } from 'lucide-react'
import Bold from 'lucide-react/icons/bold'
import Heading1 from 'lucide-react/icons/heading-1'
import Heading2 from 'lucide-react/icons/heading-2'
import Italic from 'lucide-react/icons/italic'
import LinkIcon from 'lucide-react/icons/link'
import List from 'lucide-react/icons/list'
import ListOrdered from 'lucide-react/icons/list-ordered'
import SquareCode from 'lucide-react/icons/square-code'
import Strikethrough from 'lucide-react/icons/strikethrough'
import TextQuote from 'lucide-react/icons/text-quote'
import Underline from 'lucide-react/icons/underline'
import { richTextTexts } from '../../texts/rich-text.ts'
import { ToolbarRow, type ToolbarTool } from './ToolbarRow.tsx'

/** A toolbar button that toggles a format. */
export interface FormatTool {
  readonly name: keyof typeof richTextTexts
  readonly icon: LucideIcon
  readonly format: string
  readonly value: unknown
}

const inlineTools: readonly FormatTool[] = [
  { name: 'bold', icon: Bold, format: 'bold', value: true },
  { name: 'italic', icon: Italic, format: 'italic', value: true },
  { name: 'underline', icon: Underline, format: 'underline', value: true },
  { name: 'strike', icon: Strikethrough, format: 'strike', value: true },
]

const blockTools: readonly FormatTool[] = [
  { name: 'orderedList', icon: ListOrdered, format: 'list', value: 'ordered' },
  { name: 'bulletList', icon: List, format: 'list', value: 'bullet' },
  { name: 'heading1', icon: Heading1, format: 'header', value: 1 },
  { name: 'heading2', icon: Heading2, format: 'header', value: 2 },
  { name: 'blockquote', icon: TextQuote, format: 'blockquote', value: true },
  { name: 'codeBlock', icon: SquareCode, format: 'code-block', value: true },
]

export type ActiveFormats = Readonly<Record<string, unknown>>

/** A code block reports its language instead of true. */
export function isFormatActive(mark: FormatTool, here: ActiveFormats): boolean {
  const value = here[mark.format]
  return mark.format === 'code-block' ? Boolean(value) : value === mark.value
}

interface EditorToolbarProps {
  readonly label: string
  readonly here: ActiveFormats
  onToggle(mark: FormatTool): void
  onLink(): void
}

export function EditorToolbar({ label, here, onToggle, onLink }: EditorToolbarProps) {
  const toTool = (mark: FormatTool, isAfterGap: boolean): ToolbarTool => ({
    label: richTextTexts[mark.name],
    face: <mark.icon size={18} />,
    isPressed: isFormatActive(mark, here),
    press: () => onToggle(mark),
    isAfterGap,
  })
  const link: ToolbarTool = {
    label: richTextTexts.link,
    face: <LinkIcon size={18} />,
    isPressed: typeof here['link'] === 'string',
    press: onLink,
    isAfterGap: true,
  }
  const tools = [
    ...inlineTools.map((mark) => toTool(mark, false)),
    link,
    ...blockTools.map((mark, index) => toTool(mark, index % 2 === 0)),
  ]
  return <ToolbarRow label={label} tools={tools} />
}
