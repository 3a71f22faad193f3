import LinkIcon from 'lucide-react/icons/link'
import { blockMarks, type FormatsHere, inlineMarks, isOn, type Mark } from './marks.ts'
import { type Tool, ToolRow } from './ToolRow.tsx'

interface ToolbarProps {
  readonly label: string
  readonly here: FormatsHere
  onToggle(mark: Mark): void
  onLink(): void
}

export function Toolbar({ label, here, onToggle, onLink }: ToolbarProps) {
  const toolOf = (mark: Mark, isAfterGap: boolean): Tool => ({
    label: mark.label,
    face: <mark.icon size={18} />,
    isPressed: isOn(mark, here),
    press: () => onToggle(mark),
    isAfterGap,
  })
  const link: Tool = {
    label: 'Link',
    face: <LinkIcon size={18} />,
    isPressed: typeof here['link'] === 'string',
    press: onLink,
    isAfterGap: true,
  }
  const tools = [
    ...inlineMarks.map((mark) => toolOf(mark, false)),
    link,
    ...blockMarks.map((mark, place) => toolOf(mark, place % 2 === 0)),
  ]
  return <ToolRow label={label} tools={tools} />
}
