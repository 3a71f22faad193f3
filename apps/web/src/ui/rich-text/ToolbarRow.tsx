import { type KeyboardEvent, type ReactNode, useState } from 'react'
import styles from './RichTextField.module.css'

export interface ToolbarTool {
  readonly label: string
  readonly face: ReactNode
  readonly isPressed: boolean
  readonly isAfterGap: boolean
  press(): void
}

interface ToolbarRowProps {
  readonly label: string
  readonly tools: readonly ToolbarTool[]
}

/** One Tab stop; the arrow keys move inside. */
export function ToolbarRow({ label, tools }: ToolbarRowProps) {
  const [stop, setStop] = useState(0)
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = nextStop(event.key, stop, tools.length)
    if (next === null) return
    event.preventDefault()
    setStop(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div role="toolbar" tabIndex={-1} aria-label={label} className={styles.toolbar} onKeyDown={move}>
      {tools.map((tool, index) => (
        <ToolbarButton key={tool.label} tool={tool} isStop={index === stop} onFocus={() => setStop(index)} />
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

interface ToolbarButtonProps {
  readonly tool: ToolbarTool
  readonly isStop: boolean
  onFocus(): void
}

const ToolbarButton = ({
  tool: { label, face, isPressed, isAfterGap, press },
  isStop,
  onFocus,
}: ToolbarButtonProps) => (
  <button
    type="button"
    title={label}
    aria-label={label}
    aria-pressed={isPressed}
    tabIndex={isStop ? 0 : -1}
    data-gap={isAfterGap || undefined}
    className={styles.tool}
    // The editor's selection would be lost with the focus.
    onPointerDown={(event) => event.preventDefault()}
    onMouseDown={(event) => event.preventDefault()}
    onClick={press}
    onFocus={onFocus}
  >
    {face}
  </button>
)
