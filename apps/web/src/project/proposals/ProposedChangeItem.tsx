import { useId, useSyncExternalStore } from 'react'
import type { Proposal, ProposedChange } from '../../api/proposals.ts'
import { proposalTexts as texts } from '../../texts/proposals.ts'
import { Button } from '../../ui/Button.tsx'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { describeChange, readNewBody, withBases } from './describe-change.ts'
import type { Decision } from './proposals-store.ts'
import styles from './ProposalsPanel.module.css'

interface ProposedChangeItemProps {
  readonly workspace: ProjectWorkspace
  readonly proposal: Proposal
  readonly change: ProposedChange
  readonly isBusy: boolean
  /** Null: the person may only read. */
  readonly onDecide: ((decision: Decision) => void) | null
}

/** One proposed change in words, with what prevents it, and the buttons that decide it. */
export function ProposedChangeItem({ workspace, proposal, change, isBusy, onDecide }: ProposedChangeItemProps) {
  const id = useId()
  const { client } = workspace
  const sentences = useSyncExternalStore(
    (listener) => client.listen(listener),
    () => describeChange(client, proposal, change).join('\n'),
  )
  const body = readNewBody(change)
  const bases = withBases(proposal, change)
  const isBlocked = !change.fits
  /** Shows the node of the change on the map. */
  const show = (): void => {
    if (client.node(change.nodeId) !== undefined) workspace.map.reveal(change.nodeId)
  }
  return (
    <li className={styles.change} data-op={change.op}>
      <div id={id}>
        {sentences.split('\n').map((sentence) => (
          <p key={sentence} className={styles.sentence}>
            {sentence}
          </p>
        ))}
        {body !== '' && (
          <p translate="no" className={styles.body}>
            {body}
          </p>
        )}
        {change.problem !== null && <p className={styles.problem}>{texts.problem(change.problem)}</p>}
        {!isBlocked && bases.length > 1 && onDecide !== null && (
          <p className={styles.note}>{texts.alsoNeeds(bases.length - 1)}</p>
        )}
      </div>
      {onDecide !== null && (
        <div className={styles.buttons}>
          <Button
            size="small"
            variant="primary"
            aria-describedby={id}
            disabled={isBlocked}
            isBusy={isBusy}
            onFocus={show}
            onClick={() => onDecide({ accept: bases.map((one) => one.id), reject: [] })}
          >
            {texts.accept}
          </Button>
          <Button
            size="small"
            aria-describedby={id}
            isBusy={isBusy}
            onFocus={show}
            onClick={() => onDecide({ accept: [], reject: [change.id] })}
          >
            {texts.reject}
          </Button>
        </div>
      )}
    </li>
  )
}
