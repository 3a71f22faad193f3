import LinkIcon from 'lucide-react/icons/link'
import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import styles from './RichTextField.module.css'
import { blockMarks, type FormatsHere, inlineMarks, isOn, type Mark } from './marks.ts'

interface ToolbarProps {
  readonly label: string
  readonly here: FormatsHere
  onToggle(mark: Mark): void
  onLink(): void
}

/** One stop for Tab; the arrow keys move inside. */
export function Toolbar({ label, here, onToggle, onLink }: ToolbarProps) {
  const [stop, setStop] = useState(0)
  const toolOf = (mark: Mark, isFirst: boolean) => ({
    label: mark.label,
    icon: mark.icon,
    isPressed: isOn(mark, here),
    press: () => onToggle(mark),
    isAfterGap: isFirst,
  })
  const tools = [
    ...inlineMarks.map((mark) => toolOf(mark, false)),
    { label: 'Link', icon: LinkIcon, isPressed: typeof here['link'] === 'string', press: onLink, isAfterGap: true },
    ...blockMarks.map((mark, place) => toolOf(mark, place % 2 === 0)),
  ]
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = nextStop(event.key, stop, tools.length)
    if (next === null) return
    event.preventDefault()
    setStop(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div role="toolbar" tabIndex={-1} aria-label={label} className={styles.toolbar} onKeyDown={move}>
      {tools.map((tool, place) => (
        <Tool key={tool.label} {...tool} isStop={place === stop} onFocus={() => setStop(place)} />
      ))}
    </div>
  )
}

function nextStop(key: string, stop: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (stop + 1) % count
    case 'ArrowLeft':
      return (stop + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

interface ToolProps {
  readonly label: string
  readonly icon: LucideIcon
  readonly isPressed: boolean
  readonly isStop: boolean
  readonly isAfterGap: boolean
  press(): void
  onFocus(): void
}

const Tool = ({ label, icon: Icon, isPressed, isStop, isAfterGap, press, onFocus }: ToolProps) => (
  <button
    type="button"
    title={label}
    aria-label={label}
    aria-pressed={isPressed}
    tabIndex={isStop ? 0 : -1}
    data-gap={isAfterGap || undefined}
    className={styles.tool}
    // The selection in the editor would be lost with the focus.
    onPointerDown={(event) => event.preventDefault()}
    onMouseDown={(event) => event.preventDefault()}
    onClick={press}
    onFocus={onFocus}
  >
    <Icon size={18} />
  </button>
)
