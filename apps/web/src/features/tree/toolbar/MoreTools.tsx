import History from 'lucide-react/icons/history'
import { useCell } from '../../../platform/cell.ts'
import type { Workbench } from '../workbench/workbench.ts'
import styles from './Toolbar.module.css'
import { LazyPlace, screenPart } from '../../../ui/lazy-part.tsx'

const Tracking = screenPart(async () => (await import('../tracking/Tracking.tsx')).Tracking)

/** Tools that nobody needs in the first second: they are loaded behind the others. */
export function MoreTools({ bench }: { readonly bench: Workbench }) {
  const isOpen = useCell(bench.history)
  const isSynced = useCell(bench.board.project, ({ jiraSync }) => jiraSync)
  return (
    <>
      <button
        type="button"
        aria-label="History"
        title="History"
        aria-expanded={isOpen}
        data-state={isOpen ? 'open' : 'closed'}
        className={styles.tool}
        onClick={() => bench.history.set(!isOpen)}
      >
        <History size={18} aria-hidden="true" />
      </button>
      {isSynced && (
        <LazyPlace>
          <Tracking bench={bench} />
        </LazyPlace>
      )}
    </>
  )
}
