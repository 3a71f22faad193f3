import { limits, type NodeId, plainTextOf } from '@espalier/domain'
import {
  type FocusEvent,
  type KeyboardEvent,
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { afterPaint } from '../../../platform/after-paint.ts'
import { useCell } from '../../../platform/cell.ts'
import type { FormatsHere } from '../../../ui/rich-text/marks.ts'
import type { TitleFormat } from '../../../ui/rich-text/title-marks.tsx'
import type { Editing, Workbench } from '../workbench/workbench.ts'
import { openTitleHost, type TitleHost } from './title-host.ts'
import { titleActOf, type TitleActs } from './title-keys.ts'
import { type TitleSession, titleSessionOf } from './title-session.ts'
import styles from './TitleEditor.module.css'

const TitleTools = lazy(async () => ({ default: (await import('./TitleTools.tsx')).TitleTools }))

// The tools themselves, with their faces, are loaded after the text.
const bold: TitleFormat = { format: 'bold', value: true }

interface TitleEditorProps {
  readonly bench: Workbench
  readonly nodeId: NodeId
}

/** Drawn inside the node's box while its title is edited. */
export function TitleEditor({ bench, nodeId }: TitleEditorProps) {
  const editing = useCell(bench.editing)
  if (editing?.nodeId !== nodeId) return null
  const session = titleSessionOf(bench, editing)
  return <OpenTitle key={session.key} bench={bench} editing={editing} session={session} />
}

interface OpenTitleProps {
  readonly bench: Workbench
  readonly editing: Editing
  readonly session: TitleSession
}

function OpenTitle({ bench, editing, session }: OpenTitleProps) {
  const box = useRef<HTMLDivElement>(null)
  const [here, setHere] = useState<FormatsHere>({})
  const hasTools = useIsPainted()
  const tools = useRef<HTMLDivElement>(null)
  const { place, host } = useTitleHost(bench, editing, session, setHere)
  useAutosave(box, session)
  const acts: TitleActs = {
    commit: () => session.commit(),
    openPanel() {
      session.commit()
      if (bench.editing.get() === null) bench.panel.set(session.nodeId)
    },
    cancel: () => session.cancel(),
    toggleBold: () => host.current?.format(bold),
    goToTools: () => tools.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
    goToText: () => host.current?.field().textbox.focus(),
  }
  const press = (event: KeyboardEvent) => {
    const act = titleActOf(event, isWithin(place.current, event.target))
    if (act === null) return
    event.preventDefault()
    event.stopPropagation()
    acts[act]()
  }
  const isOurs = (target: EventTarget | null) => isWithin(box.current, target) || isWithin(tools.current, target)
  const turnAway = (event: FocusEvent) => {
    // A field that is only opened anew takes the focus back at once.
    if (host.current === null || isOurs(event.relatedTarget)) return
    // Another window has the focus: the person comes back to this very place.
    if (isOurs(document.activeElement)) session.save()
    else session.leave()
  }
  return (
    <div ref={box} role="presentation" className={styles.editor} onKeyDownCapture={press} onBlur={turnAway} {...kept}>
      {hasTools && (
        <Suspense fallback={null}>
          <TitleTools
            place={tools}
            editor={box}
            stage={bench.stage}
            nodeId={session.nodeId}
            here={here}
            onFormat={(mark) => host.current?.format(mark)}
            onPrepare={() => host.current?.prepare()}
          />
        </Suspense>
      )}
      <div ref={place} className={styles.place} data-scrolls="" />
    </div>
  )
}

/** The box and its text come first: to load the tools takes longer than to draw both. */
function useIsPainted(): boolean {
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

const keep = (event: { stopPropagation(): void }) => event.stopPropagation()
// A press or a key in the text would drag the node, open another editor or fold the branch.
const kept = { onKeyDown: keep, onKeyUp: keep, onPointerDown: keep, onClick: keep, onDoubleClick: keep }

const isWithin = (element: HTMLElement | null, target: EventTarget | null): boolean =>
  target instanceof Node && element?.contains(target) === true

/** What is read there is what it is called, while it is written too. */
const nameBox = (within: HTMLElement, title: string): void =>
  within.closest('[role=treeitem]')?.setAttribute('aria-label', plainTextOf(title) || 'Untitled')

function useTitleHost(
  bench: Workbench,
  editing: Editing,
  session: TitleSession,
  onFormats: (here: FormatsHere) => void,
) {
  const place = useRef<HTMLDivElement>(null)
  const host = useRef<TitleHost>(null)
  useLayoutEffect(() => {
    const box = place.current
    if (box === null) return undefined
    const opened = openTitleHost(box, session.draft, {
      onChange(title) {
        session.write(title)
        nameBox(box, title)
      },
      onFormats,
      onUnformattable: () => bench.say('Formatting could not be loaded', 'failed'),
    })
    host.current = opened
    nameBox(box, session.draft)
    if (editing.isNew && editing.typed === null) opened.field().selectAll()
    else opened.field().select({ index: Number.MAX_SAFE_INTEGER, length: 0 })
    return () => {
      host.current = null
      opened.close()
      nameBox(box, bench.board.node(session.nodeId)?.title ?? '')
    }
  }, [bench, editing, session, onFormats])
  return { place, host }
}

function useAutosave(box: RefObject<HTMLElement | null>, session: TitleSession): void {
  useEffect(() => {
    const save = () => {
      if (isWithin(box.current, document.activeElement)) session.save()
    }
    const timer = setInterval(save, limits.autosaveMs)
    const hidden = () => {
      if (document.visibilityState === 'hidden') session.save()
    }
    document.addEventListener('visibilitychange', hidden)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', hidden)
    }
  }, [box, session])
}
