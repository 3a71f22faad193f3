import { toPlainText } from '@espalier/domain'
import { writeSvg } from '@espalier/interchange'
import type { ComponentType } from 'react'
import { peopleStore } from '../../api/people.ts'
import { clock } from '../../platform/timing.ts'
import { planViewTexts } from '../../texts/plan-views.ts'
import { printingTexts as texts } from '../../texts/whole-plan.ts'
import { projectScreenTexts } from '../../texts/project-screen.ts'
import { drawProject } from '../import-export/draw-project.ts'
import { getFocusedId } from '../workspace/focused-branch.ts'
import type { PlanView } from '../workspace/plan-views.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { PrintedBoard } from './PrintedBoard.tsx'
import { PrintedCalendar } from './PrintedCalendar.tsx'
import { PrintedOutline, PrintedTable } from './PrintedLists.tsx'
import { PrintedTimeline } from './PrintedTimeline.tsx'
import styles from './Print.module.css'

interface PrintedProps {
  readonly workspace: ProjectWorkspace
}

/** The whole map on one sheet, as an exported picture draws it. */
function PrintedMap({ workspace: { client, chips, matches } }: PrintedProps) {
  const focusedId = getFocusedId(matches.get())
  const topIds = focusedId === null ? [] : [focusedId]
  const drawing = drawProject(client, topIds, { theme: 'plain', chips: chips.get(), people: peopleStore })
  return <div className={styles.map} translate="no" dangerouslySetInnerHTML={{ __html: writeSvg(drawing) }} />
}

const printedViews: Readonly<Record<PlanView, ComponentType<PrintedProps>>> = {
  map: PrintedMap,
  outline: PrintedOutline,
  board: PrintedBoard,
  table: PrintedTable,
  timeline: PrintedTimeline,
  calendar: PrintedCalendar,
}

/** The open view of the plan on paper: all of it, and nothing else of the page. */
export function PrintDocument({ workspace }: PrintedProps) {
  const { client, view, filter, matches } = workspace
  const shown = view.get()
  const View = printedViews[shown]
  const { text } = filter.get()
  const top = client.node(getFocusedId(matches.get()) ?? '')
  const today = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(clock.now())
  return (
    <div className={styles.document} data-printed-view={shown}>
      <header className={styles.header}>
        <h1 translate="no" dir="auto">
          {client.project.get().title || projectScreenTexts.project}
        </h1>
        <p>
          <span>{planViewTexts.names[shown]}</span>
          <span>{today}</span>
          {top !== undefined && <span translate="no">{texts.focus(toPlainText(top.title))}</span>}
          {text !== '' && <span translate="no">{texts.filter(text)}</span>}
        </p>
      </header>
      {client.graph.livingCount === 0 ? <p>{texts.empty}</p> : <View workspace={workspace} />}
    </div>
  )
}
