import Close from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import { useCell } from '../../platform/cell.ts'
import { useMinuteClock } from '../../shared/time-in-words.ts'
import { awayTexts as texts } from '../../texts/away.ts'
import { emphasizeUserData, withElements } from '../../texts/with-elements.tsx'
import { Button } from '../../ui/Button.tsx'
import { ToolButton } from '../toolbar/ToolButton.tsx'
import { noLens } from '../workspace/filter-state.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { type AwayChanges, getAwayStore } from './away-changes.ts'
import { summarizeChanges } from './away-words.ts'
import { followGlow } from './glow.ts'
import { Replay } from './Replay.tsx'
import styles from './AwayLine.module.css'

interface AwayLineProps {
  readonly workspace: ProjectWorkspace
}

/** Says over the canvas what others have changed since the person was last here, until it is dismissed. */
export function AwayLine({ workspace }: AwayLineProps) {
  const store = getAwayStore(workspace.client)
  const read = useCell(store.changes)
  // Later changes of others are not news from before: the line keeps what it said first.
  const [changes, setChanges] = useState<AwayChanges | null>(read)
  const [isOpen, setIsOpen] = useState(true)
  const [isReplaying, setIsReplaying] = useState(false)
  useEffect(() => {
    // The connection's first visit decides what is new, so there is nothing to gain from a second attempt.
    if (store.changes.get() === null) void store.load()
    return followGlow(workspace)
  }, [workspace, store])
  if (changes === null && read !== null) setChanges(read)
  if (!isOpen || changes === null || changes.entries.length === 0) return null
  const endReplay = () => {
    setIsReplaying(false)
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-replay]')?.focus())
  }
  const dismiss = () => {
    store.unseen.set(new Set())
    if (workspace.lens.get().kind === 'changed') workspace.lens.set(noLens)
    setIsOpen(false)
  }
  return (
    <section aria-label={texts.region} className={styles.line} data-away="">
      {isReplaying ? (
        <Replay workspace={workspace} entries={changes.entries} onEnd={endReplay} />
      ) : (
        <>
          <Summary changes={changes} />
          <div className={styles.tools}>
            {changes.ids.size > 0 && <ShowButton workspace={workspace} />}
            <Button size="small" variant="quiet" data-replay="" onClick={() => setIsReplaying(true)}>
              {texts.replay}
            </Button>
            <ToolButton label={texts.markSeen} Icon={Close} onClick={dismiss} />
          </div>
        </>
      )}
    </section>
  )
}

function Summary({ changes }: { readonly changes: AwayChanges }) {
  const now = useMinuteClock()
  return (
    <output className={styles.text}>{withElements(summarizeChanges(changes, now), { who: emphasizeUserData })}</output>
  )
}

/** The lens dims everything else. */
function ShowButton({ workspace: { lens } }: AwayLineProps) {
  const isShown = useCell(lens, ({ kind }) => kind === 'changed')
  return (
    <Button size="small" variant="quiet" onClick={() => lens.set(isShown ? noLens : { kind: 'changed', found: null })}>
      {isShown ? texts.hide : texts.show}
    </Button>
  )
}
