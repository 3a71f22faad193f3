import Close from 'lucide-react/icons/x'
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { createCell, useCell } from '../../platform/cell.ts'
import { planViewTexts } from '../../texts/plan-views.ts'
import { splitTexts as texts } from '../../texts/whole-plan.ts'
import { findKeyTarget } from '../keyboard/key-target.ts'
import { createKeyHandler } from '../keyboard/use-keyboard.ts'
import { createMapController } from '../map/rendering/map-controller.ts'
import { ToolButton } from '../toolbar/ToolButton.tsx'
import { type PlanViewProps, watchDeletedNodes } from '../workspace/create-workspace.ts'
import { type PlanView, planViews } from '../workspace/plan-views.ts'
import type { OpenDialog, OpenNodeMenu, ProjectWorkspace, TitleEdit } from '../workspace/project-workspace.ts'
import { DialogSlot, MenuSlot } from './PanelSlots.tsx'
import { SplitSeparator, useSplitShare } from './SplitSeparator.tsx'
import { ViewStage } from './ViewStage.tsx'
import styles from './SplitView.module.css'

interface SplitViewProps {
  readonly workspace: ProjectWorkspace
  readonly view: PlanView
}

const loadPeople = async () => (await import('../../api/people.ts')).peopleStore

/** A second view of the plan beside the open one, on the same selection, filter and undo. */
export function SplitView({ workspace, view }: SplitViewProps) {
  const [place] = useState(createPlace)
  // Refs are set in order, so that the second view finds itself in the document when it is measured.
  const putInPlace = useCallback((marker: HTMLElement | null) => void marker?.parentElement?.after(place), [place])
  useEffect(() => () => place.remove(), [place])
  useOtherView(workspace, view)
  return (
    <>
      <span ref={putInPlace} hidden />
      {createPortal(<SecondPane workspace={workspace} view={view} place={place} />, place)}
    </>
  )
}

/** The panels come after the two views; what is rendered by a part of the screen lies over the first one. */
function createPlace(): HTMLElement {
  const place = document.createElement('div')
  place.className = styles.place ?? ''
  return place
}

/** A person who opens the view that is shown beside swaps the two. */
function useOtherView(workspace: ProjectWorkspace, view: PlanView): void {
  const shown = useCell(workspace.view)
  const before = useRef<PlanView>(view === 'map' ? 'outline' : 'map')
  useEffect(() => {
    if (shown === view) workspace.split.set(before.current)
    else before.current = shown
  }, [workspace, shown, view])
}

interface SecondPaneProps extends SplitViewProps {
  readonly place: HTMLElement
}

function SecondPane({ workspace, view, place }: SecondPaneProps) {
  const second = getSecondWorkspace({ workspace, loadPeople })
  const share = useSplitShare(place)
  const region = useId()
  const [keys] = useState(() => createKeyHandler(second))
  useEffect(() => watchDeletedNodes(second), [second])
  const press = (event: KeyboardEvent) => {
    const { kind } = findKeyTarget(event.target)
    keys.onKeyDown(event.nativeEvent)
    const isHeld = event.ctrlKey || event.metaKey || event.altKey
    // The keys of the screen would act in the first view.
    if ((kind === 'node' || kind === 'ground') && !isHeld) event.stopPropagation()
  }
  return (
    <>
      <SplitSeparator share={share} controls={region} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The keys are those of its view. */}
      <section
        id={region}
        aria-label={texts.secondView(planViewTexts.names[view])}
        className={styles.pane}
        onKeyDown={press}
      >
        <div className={styles.head}>
          <ViewChoice workspace={workspace} view={view} />
          <ToolButton label={texts.close} Icon={Close} onClick={() => workspace.split.set(null)} />
        </div>
        <div className={styles.stage}>
          <ViewStage workspace={second} view={view} loadPeople={loadPeople} />
        </div>
      </section>
      <MenuSlot workspace={second} />
      <DialogSlot workspace={second} />
    </>
  )
}

function ViewChoice({ workspace, view }: SplitViewProps) {
  const shown = useCell(workspace.view)
  return (
    <select
      aria-label={texts.choice}
      className={styles.choice}
      value={view}
      onChange={({ target }) =>
        workspace.split.set(planViews.find((one) => one === target.value) ?? workspace.split.get())
      }
    >
      {planViews
        .filter((one) => one !== shown)
        .map((one) => (
          <option key={one} value={one}>
            {planViewTexts.names[one]}
          </option>
        ))}
    </select>
  )
}

const seconds = new WeakMap<ProjectWorkspace, ProjectWorkspace>()

/**
 * Returns the workspace of the view beside the open one. The project, the selection, the filter, the lens, the folds and
 * the panels are the same. Its own are the place that it shows, the title that is edited in it, and the menus and
 * dialogs that are opened from it: each of them has to be in one of the two views only.
 */
function getSecondWorkspace({ workspace, loadPeople }: PlanViewProps): ProjectWorkspace {
  const known = seconds.get(workspace)
  if (known !== undefined) return known
  const editing = createCell<TitleEdit | null>(null)
  const map = createMapController({ ...workspace, editing, ...(loadPeople !== undefined && { loadPeople }) })
  const second: ProjectWorkspace = {
    ...workspace,
    map,
    editing,
    view: createCell<PlanView>('map'),
    menu: createCell<OpenNodeMenu | null>(null),
    dialog: createCell<OpenDialog | null>(null),
  }
  seconds.set(workspace, second)
  return second
}
