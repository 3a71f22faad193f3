import CalendarDays from 'lucide-react/icons/calendar-days'
import ChartGantt from 'lucide-react/icons/chart-gantt'
import ListTree from 'lucide-react/icons/list-tree'
import SquareKanban from 'lucide-react/icons/square-kanban'
import Table from 'lucide-react/icons/table-2'
import Waypoints from 'lucide-react/icons/waypoints'
import type { LucideIcon } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useAuth } from '../../api/session/session.ts'
import { useCell } from '../../platform/cell.ts'
import { useNavigate } from '../../platform/router.tsx'
import { planViewTexts } from '../../texts/plan-views.ts'
import { formatSharedHash } from '../workspace/project-address.ts'
import { chosenViews, formatViewPath, type PlanView, planViews } from '../workspace/plan-views.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { ToolFace } from './ToolButton.tsx'
import toolbarStyles from './Toolbar.module.css'
import styles from './ZoomControls.module.css'

const viewIcons: Readonly<Record<PlanView, LucideIcon>> = {
  map: Waypoints,
  outline: ListTree,
  board: SquareKanban,
  table: Table,
  timeline: ChartGantt,
  calendar: CalendarDays,
}

const steps: Readonly<Partial<Record<string, number>>> = { ArrowLeft: -1, ArrowRight: 1 }

function goToNextTab(event: KeyboardEvent<HTMLElement>): void {
  const by = steps[event.key]
  const tabs = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
  if (by === undefined) return
  event.preventDefault()
  tabs.at((tabs.indexOf(event.currentTarget) + by) % tabs.length)?.focus()
}

/** The tabs of the views. Each view has its address, so that Back and Forward move between them. */
export function ViewTabs({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const shown = useCell(workspace.view)
  const auth = useAuth()
  const navigate = useNavigate()
  const { projectId } = workspace.client
  const open = (view: PlanView) => {
    if (view === shown) return
    chosenViews.write(auth.kind === 'person' ? auth.person.id : null, projectId, view)
    navigate(formatViewPath(projectId, view) + formatSharedHash(workspace))
  }
  return (
    <div role="tablist" aria-label={planViewTexts.views} className={styles.views}>
      {planViews.map((view) => (
        <button
          key={view}
          type="button"
          role="tab"
          aria-selected={view === shown}
          aria-label={planViewTexts.names[view]}
          data-tooltip={planViewTexts.names[view]}
          tabIndex={view === shown ? 0 : -1}
          className={toolbarStyles.tool}
          onClick={() => open(view)}
          onKeyDown={goToNextTab}
        >
          <ToolFace label={planViewTexts.names[view]} Icon={viewIcons[view]} />
        </button>
      ))}
    </div>
  )
}
