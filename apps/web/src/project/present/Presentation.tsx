/* oxlint-disable jsx-a11y/prefer-tag-over-role -- A dialog element would cover, or be covered by, the full screen. */
import { type NodeId, toPlainText } from '@espalier/domain'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Close from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useCell } from '../../platform/cell.ts'
import { presentationTexts as texts } from '../../texts/whole-plan.ts'
import { RichText } from '../../ui/rich-text/RichText.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { MapView } from '../map/MapView.tsx'
import { getMapController } from '../map/rendering/map-controller.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { findFirstStep, listShownChildren, listSteps } from './presentation-steps.ts'
import { StepCamera } from './step-camera.ts'
import { useSwipes } from './use-swipes.ts'
import { useWholeWindow } from './use-whole-window.ts'
import styles from './Presentation.module.css'

interface PresentationProps {
  readonly workspace: ProjectWorkspace
  /** The selected node; null: the presentation begins at the first branch. */
  readonly startId: NodeId | null
  readonly onEnd: () => void
}

/** The map alone, one branch after the other. It follows what others change meanwhile. */
export function Presentation({ workspace, startId, onEnd }: PresentationProps) {
  const { client } = workspace
  const view = useCell(workspace.view)
  const { steps, isShown } = useSteps(workspace)
  const [place, setPlace] = useState(() => findFirstStep(client.graph, steps, startId))
  const [stepId, setStepId] = useState(steps[place])
  // A step that is gone is followed by the one in its place.
  const known = stepId === undefined ? -1 : steps.indexOf(stepId)
  const at = known >= 0 ? known : Math.min(place, steps.length - 1)
  const id = steps[at]
  const dialog = useRef<HTMLDivElement>(null)
  const caption = useRef<HTMLDivElement>(null)
  useWholeWindow(onEnd)
  useEffect(() => dialog.current?.focus({ preventScroll: true }), [])
  useShownBranch(workspace, id, { isShown, caption })
  useEffect(() => {
    if (id === undefined) onEnd()
  }, [id, onEnd])
  const goTo = (next: number) => {
    const to = Math.max(0, Math.min(next, steps.length - 1))
    setPlace(to)
    setStepId(steps[to])
  }
  const swipes = useSwipes({ onNext: () => goTo(at + 1), onBack: () => goTo(at - 1) })
  const press = (event: KeyboardEvent) => {
    const next = findKeyStep(event, at, steps.length)
    if (event.key === 'Escape') onEnd()
    else if (next === null) return
    else goTo(next)
    event.preventDefault()
  }
  if (id === undefined) return null
  const node = client.node(id)
  const title = toPlainText(node?.title ?? '') || texts.untitled
  const below = listShownChildren(client.graph, id, isShown).length
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Its keys and swipes lead on.
    <div
      ref={dialog}
      role="dialog"
      aria-modal="true"
      aria-label={texts.presentation}
      tabIndex={-1}
      className={styles.presentation}
      onKeyDown={press}
      {...swipes}
    >
      {/* Another view is covered by a map of its own, and is found again as it was. */}
      {view !== 'map' && <MapView workspace={workspace} />}
      <VisuallyHidden>
        <span aria-live="polite" aria-atomic="true">
          {texts.step(at + 1, steps.length, title, below)}
        </span>
      </VisuallyHidden>
      <button type="button" aria-label={texts.end} data-tooltip={texts.end} className={styles.end} onClick={onEnd}>
        <Close size={22} aria-hidden="true" />
      </button>
      <div ref={caption} className={styles.foot}>
        <StepButton label={texts.back} Icon={ArrowLeft} isOff={at === 0} onClick={() => goTo(at - 1)} />
        <div className={styles.caption}>
          <h2 className={styles.title} translate="no" dir="auto">
            {title}
          </h2>
          {toPlainText(node?.body ?? '') !== '' && (
            // A long description scrolls, also by keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            <section className={styles.description} aria-label={texts.description} tabIndex={0}>
              <RichText html={node?.body ?? ''} />
            </section>
          )}
          <p className={styles.progress}>{texts.progress(at + 1, steps.length)}</p>
        </div>
        <StepButton label={texts.next} Icon={ArrowRight} isOff={at === steps.length - 1} onClick={() => goTo(at + 1)} />
      </div>
    </div>,
    document.body,
  )
}

interface StepButtonProps {
  readonly label: string
  readonly Icon: typeof ArrowLeft
  readonly isOff: boolean
  readonly onClick: () => void
}

const StepButton = ({ label, Icon, isOff, onClick }: StepButtonProps) => (
  <button type="button" aria-label={label} aria-disabled={isOff || undefined} className={styles.step} onClick={onClick}>
    <Icon size={28} aria-hidden="true" />
  </button>
)

/** Returns the step that a key leads to; null: the key has another meaning. */
function findKeyStep(
  { key, target }: { readonly key: string; readonly target: EventTarget },
  at: number,
  count: number,
): number | null {
  // A button that has the focus is pressed with the space bar.
  if (key === ' ') return target instanceof HTMLButtonElement ? null : at + 1
  if (['ArrowRight', 'ArrowDown', 'PageDown'].includes(key)) return at + 1
  if (['ArrowLeft', 'ArrowUp', 'PageUp'].includes(key)) return at - 1
  return key === 'Home' ? 0 : key === 'End' ? count - 1 : null
}

/** The steps as the plan is now. */
function useSteps({ client, map }: ProjectWorkspace) {
  const [version, reread] = useReducer((times: number) => times + 1, 0)
  useEffect(() => client.listen(() => reread()), [client])
  return useMemo(() => {
    // The map answers this also while another view is open.
    const isShown = (id: NodeId): boolean => map.getRect(id) !== undefined
    return { steps: listSteps(client.graph, isShown), isShown, version }
  }, [client, map, version])
}

interface BranchDisplay {
  /** Another function after each change of the plan. */
  readonly isShown: (id: NodeId) => boolean
  readonly caption: { readonly current: HTMLElement | null }
}

/** Lights one node and its children, dims the rest, and keeps them in the frame. */
function useShownBranch(workspace: ProjectWorkspace, id: NodeId | undefined, { isShown, caption }: BranchDisplay) {
  const [camera] = useState(() => new StepCamera(getMapController(workspace.map)))
  useEffect(() => {
    workspace.selection.set({ ids: new Set(), current: null })
  }, [workspace])
  useEffect(() => {
    if (id === undefined) return undefined
    const ids = [id, ...listShownChildren(workspace.client.graph, id, isShown)]
    // A lens without a name dims like the others and has no bar.
    workspace.lens.set({ kind: 'none', found: new Set(ids) })
    const show = (isAtOnce: boolean) => camera.show(ids, caption.current?.offsetHeight ?? 0, isAtOnce)
    show(false)
    let frame = 0
    const resized = () => {
      cancelAnimationFrame(frame)
      // The map learns of its new size with the frame before.
      frame = requestAnimationFrame(() => requestAnimationFrame(() => show(true)))
    }
    window.addEventListener('resize', resized)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('resize', resized)
      camera.stop()
    }
  }, [workspace, camera, caption, id, isShown])
}
