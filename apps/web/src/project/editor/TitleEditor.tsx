import { limits, type NodeId, toPlainText } from '@espalier/domain'
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useCell } from '../../platform/cell.ts'
import { onPageLeave } from '../../platform/page-lifecycle.ts'
import { afterPaint } from '../../platform/timing.ts'
import { mapTexts } from '../../texts/map.ts'
import { LazyBoundary, preloadableComponent } from '../../ui/lazy-component.tsx'
import type { ActiveFormats } from '../../ui/rich-text/EditorToolbar.tsx'
import type { TitleFormat } from '../../ui/rich-text/title-tools.tsx'
import { tryAction } from '../actions/action.ts'
import { addChildAction } from '../actions/node-actions.ts'
import type { ProjectWorkspace, TitleEdit } from '../workspace/project-workspace.ts'
import type { TitleField } from './plain-title-field.ts'
import { openTitleInput, type TitleInput } from './title-input.ts'
import { getTitleSession, type TitleSession } from './title-session.ts'
import styles from './TitleEditor.module.css'

interface TitleKeyActions {
  commit(): void
  /** Commits and adds a child, as Tab does on a selected node. */
  addChild(): void
  /** Commits and opens the panel. */
  openPanel(): void
  cancel(): void
  toggleBold(): void
  /** Moves the focus to the toolbar, and back into the text. */
  goToTools(): void
  goToText(): void
}

const composingKeyCode = 229
const isComposing = (event: KeyboardEvent): boolean =>
  event.nativeEvent.isComposing || event.keyCode === composingKeyCode

/** Returns the editor action of a key; null: the key belongs to the text. */
function findTitleKeyAction(event: KeyboardEvent, isInText: boolean): keyof TitleKeyActions | null {
  if (isComposing(event)) return null
  if (!isInText) return event.key === 'Escape' ? 'goToText' : event.key === 'Tab' ? 'goToText' : null
  const isCommand = event.ctrlKey || event.metaKey
  switch (event.key) {
    case 'Enter':
      if (event.shiftKey) return null
      return isCommand ? 'openPanel' : 'commit'
    case 'Tab':
      return event.shiftKey ? 'commit' : 'addChild'
    case 'Escape':
      return 'cancel'
    case 'F10':
      return event.altKey ? 'goToTools' : null
    default:
      return isCommand && !event.altKey && event.key.toLowerCase() === 'b' ? 'toggleBold' : null
  }
}

const TitleToolbar = preloadableComponent(async () => (await import('./TitleToolbar.tsx')).TitleToolbar)

// The toolbar with its icons is loaded after the text.
const boldFormat: TitleFormat = { format: 'bold', value: true }

/** Keys of the view around the editor, which come first. Returns true when the key was the view's. */
export type HandleTitleKey = (event: KeyboardEvent, session: TitleSession, field: TitleField) => boolean

interface TitleEditorProps {
  readonly workspace: ProjectWorkspace
  readonly nodeId: NodeId
  /** A view with keys of its own is a text to write in, so it has no toolbar at its edge. */
  readonly onKey?: HandleTitleKey
}

/** Rendered inside the node's box while its title is edited. */
export function TitleEditor({ workspace, nodeId, onKey }: TitleEditorProps) {
  const editing = useCell(workspace.editing)
  if (editing?.nodeId !== nodeId) return null
  const session = getTitleSession(workspace, editing)
  return <OpenTitleEditor key={session.key} {...{ workspace, editing, session, onKey }} />
}

interface OpenTitleEditorProps {
  readonly workspace: ProjectWorkspace
  readonly editing: TitleEdit
  readonly session: TitleSession
  readonly onKey: HandleTitleKey | undefined
}

function OpenTitleEditor({ workspace, editing, session, onKey }: OpenTitleEditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const [here, setHere] = useState<ActiveFormats>({})
  const hasTools = useHasPainted()
  const tools = useRef<HTMLDivElement>(null)
  const { place, host } = useTitleInput(workspace, editing, session, setHere)
  useAutosave(box, session)
  const acts: TitleKeyActions = {
    commit: () => void session.commit(),
    addChild() {
      if (session.commit()) tryAction(addChildAction, workspace, session.nodeId)
    },
    openPanel() {
      session.commit()
      if (workspace.editing.get() === null) workspace.detailsNodeId.set(session.nodeId)
    },
    cancel: () => session.cancel(),
    toggleBold: () => host.current?.format(boldFormat),
    goToTools: () => tools.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
    goToText: () => host.current?.field().textbox.focus(),
  }
  const press = (event: KeyboardEvent) => {
    const isText = containsTarget(place.current, event.target)
    const field = isText && !isComposing(event) ? host.current?.field() : undefined
    if (field !== undefined && onKey?.(event, session, field) === true) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    const act = findTitleKeyAction(event, isText)
    if (act === null) return
    event.preventDefault()
    event.stopPropagation()
    acts[act]()
  }
  const isOurs = (target: EventTarget | null) =>
    containsTarget(box.current, target) || containsTarget(tools.current, target)
  const turnAway = (event: FocusEvent) => {
    // A field that is only reopened regains the focus at once.
    if (host.current === null || isOurs(event.relatedTarget)) return
    // Another window has the focus: the person will return to this place.
    if (isOurs(document.activeElement)) session.save()
    else session.leave()
  }
  return (
    <div
      ref={box}
      role="presentation"
      className={styles.editor}
      onKeyDownCapture={press}
      onBlur={turnAway}
      {...keepEventsInside}
    >
      {hasTools && onKey === undefined && (
        <LazyBoundary>
          <TitleToolbar
            label={mapTexts.titleFormatting}
            place={tools}
            editor={box}
            map={workspace.map}
            nodeId={session.nodeId}
            here={here}
            onFormat={(mark) => host.current?.format(mark)}
            onPrepare={() => host.current?.preloadFormatting()}
          />
        </LazyBoundary>
      )}
      <div ref={place} className={styles.place} data-scrolls="" />
    </div>
  )
}

/** The box and its text come first, because loading the toolbar takes longer than drawing both. */
function useHasPainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let isGone = false
    afterPaint(() => {
      if (!isGone) setPainted(true)
    })
    return () => {
      isGone = true
    }
  }, [])
  return isPainted
}

const stopEvent = (event: { stopPropagation(): void }) => event.stopPropagation()
// Otherwise a press or a key in the text would drag the node, open another editor or fold the branch.
const keepEventsInside = {
  onKeyDown: stopEvent,
  onKeyUp: stopEvent,
  onPointerDown: stopEvent,
  onClick: stopEvent,
  onDoubleClick: stopEvent,
}

const containsTarget = (element: HTMLElement | null, target: EventTarget | null): boolean =>
  target instanceof Node && element?.contains(target) === true

/** Screen readers announce the title being typed. */
const updateNodeLabel = (within: HTMLElement, title: string): void =>
  within.closest('[role=treeitem]')?.setAttribute('aria-label', toPlainText(title) || mapTexts.untitled)

function useTitleInput(
  workspace: ProjectWorkspace,
  editing: TitleEdit,
  session: TitleSession,
  onFormats: (here: ActiveFormats) => void,
) {
  const container = useRef<HTMLDivElement>(null)
  const host = useRef<TitleInput>(null)
  useLayoutEffect(() => {
    const box = container.current
    if (box === null) return undefined
    const opened = openTitleInput(box, session.draft, {
      onChange(title) {
        session.updateDraft(title)
        updateNodeLabel(box, title)
      },
      onFormats,
      onFormattingFailed: () => workspace.notify(mapTexts.formattingNotLoaded, 'failed'),
    })
    host.current = opened
    updateNodeLabel(box, session.draft)
    if (editing.isNew && editing.typed === null) opened.field().selectAll()
    else opened.field().select({ index: editing.caret ?? Number.MAX_SAFE_INTEGER, length: 0 })
    return () => {
      host.current = null
      opened.close()
      updateNodeLabel(box, workspace.client.node(session.nodeId)?.title ?? '')
    }
  }, [workspace, editing, session, onFormats])
  return { place: container, host }
}

function useAutosave(box: RefObject<HTMLElement | null>, session: TitleSession): void {
  useEffect(() => {
    const save = () => {
      if (containsTarget(box.current, document.activeElement)) session.save()
    }
    const timer = setInterval(save, limits.autosaveMs)
    const stop = onPageLeave(() => session.save())
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [box, session])
}
