import X from 'lucide-react/icons/x'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { Button } from '../../ui/Button.tsx'
import styles from './SidePanel.module.css'

interface SidePanelProps {
  readonly label: string
  readonly ref?: Ref<HTMLElement>
  readonly children: ReactNode
  /** A question that the panel asks. Its keys are its own. */
  readonly dialog?: ReactNode
  onClose(): void
}

/** The frame of what is shown beside the plan. Esc closes it. */
export function SidePanel({ label, ref, children, dialog, onClose }: SidePanelProps) {
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    <aside ref={ref} aria-label={label} className={styles.panel}>
      <div role="presentation" className={styles.contents} onKeyDown={press}>
        {children}
      </div>
      {dialog}
    </aside>
  )
}

interface PanelHeadProps {
  readonly title: string
  readonly closeLabel: string
  readonly closeRef?: Ref<HTMLButtonElement>
  onClose(): void
}

/** The heading of a panel and the button that closes it, which stay in view. */
export const PanelHead = ({ title, closeLabel, closeRef, onClose }: PanelHeadProps) => (
  <header className={styles.head}>
    <h2 className={styles.title}>{title}</h2>
    <Button ref={closeRef} variant="quiet" size="small" aria-label={closeLabel} title={closeLabel} onClick={onClose}>
      <X size={18} aria-hidden="true" />
    </Button>
  </header>
)
