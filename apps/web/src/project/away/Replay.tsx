import { formatPersonName } from '@espalier/domain'
import Next from 'lucide-react/icons/skip-forward'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Previous from 'lucide-react/icons/skip-back'
import Close from 'lucide-react/icons/x'
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef, useState } from 'react'
import type { AwayEntry } from '../../api/history.ts'
import { awayTexts as texts } from '../../texts/away.ts'
import { historyTexts } from '../../texts/history.ts'
import { emphasizeUserData, withElements } from '../../texts/with-elements.tsx'
import { describeHistoryEntry } from '../history/describe-entry.ts'
import { ToolButton } from '../toolbar/ToolButton.tsx'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { showHiddenNode } from '../workspace/search-state.ts'
import { describeBeforeAndAfter } from './away-words.ts'
import { readableZoom, replayedId } from './glow.ts'
import styles from './AwayLine.module.css'

/** Long enough to find the node and to read the sentence. */
const stepMs = 3_000

interface ReplayProps {
  readonly workspace: ProjectWorkspace
  /** The earliest comes first. */
  readonly entries: readonly AwayEntry[]
  readonly onEnd: () => void
}

/** Steps through changes on the plan: the view moves to each node. Nothing is stored. */
export function Replay({ workspace, entries, onEnd }: ReplayProps) {
  const [at, setAt] = useState(0)
  const [isPlaying, setIsPlaying] = useState(false)
  const tools = useRef<HTMLDivElement>(null)
  const last = entries.length - 1
  const entry = entries[at]
  const goTo = (next: number) => setAt(Math.max(0, Math.min(last, next)))
  useEffect(() => tools.current?.querySelector<HTMLElement>('[data-play] button')?.focus(), [])
  useShownEntry(workspace, entry)
  useEscape(workspace, onEnd)
  useEffect(() => {
    if (!isPlaying) return undefined
    const timer = window.setTimeout(() => {
      setAt(at + 1)
      if (at + 1 >= last) setIsPlaying(false)
    }, stepMs)
    return () => window.clearTimeout(timer)
  }, [isPlaying, at, last])
  const togglePlay = () => {
    if (!isPlaying && at >= last) setAt(0)
    setIsPlaying(!isPlaying && last > 0)
  }
  const press = (event: ReactKeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -at, End: last - at }[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    setIsPlaying(false)
    goTo(at + step)
  }
  return (
    <>
      {entry !== undefined && <Entry entry={entry} />}
      <div ref={tools} role="presentation" className={styles.tools} onKeyDown={press}>
        <span className={styles.step}>{texts.step(at + 1, entries.length)}</span>
        <ToolButton label={texts.previous} Icon={Previous} isDisabled={at === 0} onClick={() => goTo(at - 1)} />
        <span data-play="">
          <ToolButton
            label={isPlaying ? texts.pause : texts.play}
            Icon={isPlaying ? Pause : Play}
            onClick={togglePlay}
          />
        </span>
        <ToolButton label={texts.next} Icon={Next} isDisabled={at === last} onClick={() => goTo(at + 1)} />
        <ToolButton label={texts.end} Icon={Close} onClick={onEnd} />
      </div>
    </>
  )
}

function Entry({ entry }: { readonly entry: AwayEntry }) {
  const by = { name: formatPersonName(entry.by ?? {}), isYou: false, tokenName: entry.tokenName }
  const values = describeBeforeAndAfter(entry)
  const sentences = describeHistoryEntry(entry, by)
  // If the values say everything, a sentence for each of them would say it twice.
  const nodes = { title: entry.changes[0]?.title ?? '', count: entry.nodeCount }
  const isSaidByValues = entry.undoes === null && values.length === sentences.length
  return (
    <output className={styles.text}>
      {(isSaidByValues ? [historyTexts.nodes.changed(by, nodes)] : sentences).map((sentence) => (
        <div key={sentence}>{withElements(sentence, { who: emphasizeUserData })}</div>
      ))}
      {values.length > 0 && (
        <ul className={styles.values}>
          {values.map((value) => (
            <li key={value}>{value}</li>
          ))}
        </ul>
      )}
    </output>
  )
}

/** Moves the view to the node of a change and marks it. Folds and filters that hide it are as before in the end. */
function useShownEntry(workspace: ProjectWorkspace, entry: AwayEntry | undefined): void {
  useEffect(() => {
    const { search: find } = workspace
    const before = find.get()
    return () => {
      replayedId.set(null)
      find.set(before)
    }
  }, [workspace])
  useEffect(() => {
    const { client, map } = workspace
    const id = entry?.nodeIds.find((one) => client.node(one) !== undefined) ?? null
    replayedId.set(id)
    if (id === null) return
    showHiddenNode(workspace, id)
    if (map.zoom.get() < readableZoom) map.resetZoom()
    map.reveal(id, { isCentred: true })
  }, [workspace, entry])
}

/** Esc ends the replay wherever the focus is, unless it closes something that was opened since. */
function useEscape({ editing, dialog, menu }: ProjectWorkspace, onEnd: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isBusy = editing.get() !== null || dialog.get() !== null || menu.get() !== null
      if (event.key !== 'Escape' || isBusy) return
      event.preventDefault()
      event.stopPropagation()
      onEnd()
    }
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [editing, dialog, menu, onEnd])
}
