import LinkIcon from 'lucide-react/icons/link'
import { blockTools, type ActiveFormats, inlineTools, isFormatActive, type FormatTool } from './marks.ts'
import { type ToolbarTool, ToolbarRow } from './ToolRow.tsx'

interface EditorToolbarProps {
  readonly label: string
  readonly here: ActiveFormats
  onToggle(mark: FormatTool): void
  onLink(): void
}

export function EditorToolbar({ label, here, onToggle, onLink }: EditorToolbarProps) {
  const toolOf = (mark: FormatTool, isAfterGap: boolean): ToolbarTool => ({
    label: mark.label,
    face: <mark.icon size={18} />,
    isPressed: isFormatActive(mark, here),
    press: () => onToggle(mark),
    isAfterGap,
  })
  const link: ToolbarTool = {
    label: 'Link',
    face: <LinkIcon size={18} />,
    isPressed: typeof here['link'] === 'string',
    press: onLink,
    isAfterGap: true,
  }
  const tools = [
    ...inlineTools.map((mark) => toolOf(mark, false)),
    link,
    ...blockTools.map((mark, place) => toolOf(mark, place % 2 === 0)),
  ]
  return <ToolbarRow label={label} tools={tools} />
}
