import { canEdit, plainTextOf, projectStatuses, roleOf } from '@espalier/domain'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAccess } from '../../data/account/index.ts'
import type { OpenBoard } from '../../data/board/index.ts'
import { whenIdle } from '../../platform/after-paint.ts'
import { useCell } from '../../platform/cell.ts'
import { afterPaint } from '../../platform/after-paint.ts'
import { useFocusOnArrival, usePageTitle } from '../../ui/Page.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { AccessPlace } from './access/AccessPlace.tsx'
import { readOnlyReason } from './access/read-only-reason.ts'
import { CanvasView, createStage } from './canvas/door.ts'
import { useClipboard } from './clipboard/use-clipboard.ts'
import { tellOverwritten } from './collisions/tell-overwritten.ts'
import { tellRefused } from './collisions/tell-refused.ts'
import { EmptyProject } from './empty/EmptyProject.tsx'
import { FindBar } from './find/FindBar.tsx'
import { useTreeHash } from './hash/use-tree-hash.ts'
import { useKeys } from './keys/use-keys.ts'
import { showOwnSelection } from './presence/show-own-selection.ts'
import { Toolbar, type ToolbarProps } from './toolbar/Toolbar.tsx'
import { ViewControls } from './toolbar/ViewControls.tsx'
import styles from './TreeScreen.module.css'
import { createWorkbench } from './workbench/create-workbench.ts'
import { tendWorkbench } from './workbench/tend-workbench.ts'
import { keptSettings } from './workbench/view-settings.ts'
import type { Workbench } from './workbench/workbench.ts'

const NodeMenu = lazy(async () => ({ default: (await import('./menu/NodeMenu.tsx')).NodeMenu }))
const BurnupPanel = lazy(async () => ({ default: (await import('./metrics/BurnupPanel.tsx')).BurnupPanel }))
const BenchDialogs = lazy(async () => ({ default: (await import('./dialogs/BenchDialogs.tsx')).BenchDialogs }))
const HistoryPanel = lazy(async () => ({ default: (await import('./history/HistoryPanel.tsx')).HistoryPanel }))
const DetailPanel = lazy(async () => ({ default: (await import('./panel/DetailPanel.tsx')).DetailPanel }))

interface TreeScreenProps {
  readonly opening: OpenBoard
  /** Null: an anonymous visitor. */
  readonly userId: string | null
}

/** A project that is open: its tools, its canvas and what lies over it. */
export function TreeScreen({ opening, userId }: TreeScreenProps) {
  const { board } = opening
  const navigate = useNavigate()
  const [{ bench, metrics }] = useState(() => {
    const { visibility, metrics, hand } = keptSettings(userId, board.projectId)
    const goTo = (address: string) => void navigate(address)
    return { bench: createWorkbench({ board, visibility, hand, goTo, say, createStage }), metrics }
  })
  const main = useRef<HTMLElement>(null)
  usePageTitle(useCell(board.project, ({ title }) => plainTextOf(title)) || 'Project', afterPaint)
  useFocusOnArrival(main)
  const rights = useRights(opening, userId)
  useTending(bench)
  useKeys(bench)
  useClipboard(bench)
  useTreeHash(bench)
  useFilesDropped(bench, main)
  return (
    <main ref={main} id="main" tabIndex={-1} className={styles.screen}>
      <Tools bench={bench} metrics={metrics} />
      <div className={styles.stage}>
        <div className={styles.ground}>
          <div className={styles.canvas}>
            <CanvasView bench={bench} />
          </div>
          <EmptyProject bench={bench} />
          <AccessPlace bench={bench} {...rights} />
          <FindBar bench={bench} />
          <ViewControls bench={bench} />
          <Over bench={bench} />
          <BurnupPlace bench={bench} metrics={metrics} />
        </div>
        <PanelPlace bench={bench} />
        <HistoryPlace bench={bench} />
      </div>
      <MenuPlace bench={bench} />
      <DialogPlace bench={bench} />
    </main>
  )
}

/** They come once the nodes are painted: to draw them first would keep the project waiting. */
function Tools(props: ToolbarProps) {
  const isReady = useCell(props.bench.stage.isReady)
  return isReady ? <Toolbar {...props} /> : <div className={styles.toolsPlace} />
}

const say: Workbench['say'] = (text, kind = 'said') =>
  kind === 'failed' ? toast.error(text, { isPersistent: true }) : toast.success(text)

/** Lets the board be edited by those who may: sharing and access change while the screen is open. */
function useRights({ board, allowEditing }: OpenBoard, userId: string | null) {
  const access = useAccess()
  const project = useCell(board.project)
  const hasProductAccess = access.kind === 'known' && access.hasAccess
  const status = projectStatuses.find((one) => one === project.status) ?? 'deleted'
  const role = roleOf(userId, project)
  const can = canEdit({ role, status, hasProductAccess })
  const [couldEdit, setCouldEdit] = useState(false)
  if (can && !couldEdit) setCouldEdit(true)
  useEffect(() => allowEditing(can), [allowEditing, can])
  const isKnown = access.kind === 'none' || access.kind === 'known'
  return {
    reason: can || !isKnown ? null : readOnlyReason(role, status),
    couldEdit,
    canUndelete: hasProductAccess && role === 'owner',
  }
}

function useTending(bench: Workbench): void {
  useEffect(() => {
    const stops = [tendWorkbench, tellRefused, tellOverwritten, showOwnSelection].map((tend) => tend(bench))
    return () => {
      for (const stop of stops) stop()
    }
  }, [bench])
}

/** What catches a file comes once there is nothing more urgent. */
function useFilesDropped(bench: Workbench, place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let stop: (() => void) | null = null
    let isLeft = false
    whenIdle(async () => {
      const { catchFiles } = await import('./exchange/catch-files.ts')
      if (!isLeft && place.current !== null) stop = catchFiles(bench, place.current)
    })
    return () => {
      isLeft = true
      stop?.()
    }
  }, [bench, place])
}

const Over = ({ bench }: { readonly bench: Workbench }) => useCell(bench.over)

function MenuPlace({ bench }: { readonly bench: Workbench }) {
  const isOpen = useCell(bench.menu, (menu) => menu !== null)
  return isOpen ? (
    <Suspense fallback={null}>
      <NodeMenu bench={bench} />
    </Suspense>
  ) : null
}

/** It is shown by its setting, or for a branch that was asked for. */
function BurnupPlace({ bench, metrics }: ToolbarProps) {
  const isOn = useCell(metrics, ({ showBurnup }) => showBurnup)
  const isAsked = useCell(bench.burnupOf, (id) => id !== null)
  return isOn || isAsked ? (
    <Suspense fallback={null}>
      <BurnupPanel bench={bench} metrics={metrics} />
    </Suspense>
  ) : null
}

/** Its editor is loaded with the first panel that opens. */
function PanelPlace({ bench }: { readonly bench: Workbench }) {
  const isOpen = useCell(bench.panel, (nodeId) => nodeId !== null)
  return isOpen ? (
    <Suspense fallback={null}>
      <DetailPanel bench={bench} />
    </Suspense>
  ) : null
}

function DialogPlace({ bench }: { readonly bench: Workbench }) {
  const isOpen = useCell(bench.dialog, (dialog) => dialog !== null)
  return isOpen ? (
    <Suspense fallback={null}>
      <BenchDialogs bench={bench} />
    </Suspense>
  ) : null
}

function HistoryPlace({ bench }: { readonly bench: Workbench }) {
  return useCell(bench.history) ? (
    <Suspense fallback={null}>
      <HistoryPanel bench={bench} />
    </Suspense>
  ) : null
}
