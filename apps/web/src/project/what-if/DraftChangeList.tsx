import { editRefusalTexts, toExcerpt } from '@espalier/domain'
import type { DraftChange, DraftField, DraftValue } from '@espalier/domain/what-if'
import X from 'lucide-react/icons/x'
import { useId } from 'react'
import { useCell } from '../../platform/cell.ts'
import { lensTexts } from '../../texts/lens.ts'
import { nodeFieldTexts } from '../../texts/node-fields.ts'
import { whatIfTexts as texts } from '../../texts/what-if.ts'
import { Button } from '../../ui/Button.tsx'
import { goToNode } from '../actions/action.ts'
import { useProjectPeople } from '../fields/people.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import type { DraftStore } from './draft-store.ts'
import { Arrow, ShortDate } from './EndComparison.tsx'
import styles from './WhatIf.module.css'

const labels: Readonly<Record<DraftField, string>> = {
  estimate: nodeFieldTexts.labels.estimate,
  startDate: nodeFieldTexts.labels.startDate,
  dueDate: nodeFieldTexts.labels.dueDate,
  assigneeIds: nodeFieldTexts.labels.assignees,
  blockedByIds: nodeFieldTexts.labels.blockedBy,
}

interface DraftChangeListProps {
  readonly workspace: ProjectWorkspace
  readonly store: DraftStore
  /** The button that was pressed is gone with its change. */
  onRemoved(): void
}

/** Lists what the draft changes, from which value to which, and what no longer fits. */
export function DraftChangeList({ workspace, store, onRemoved }: DraftChangeListProps) {
  const heading = useId()
  const { changes } = useCell(store.judged)
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h3 id={heading}>{texts.changes}</h3>
      {changes.length === 0 ? (
        <p className={styles.note}>{texts.noChanges}</p>
      ) : (
        <ul aria-labelledby={heading} className={styles.changes}>
          {changes.map((change) => (
            <ChangeItem
              key={`${change.nodeId} ${change.field}`}
              workspace={workspace}
              store={store}
              change={change}
              onRemove={() => {
                store.remove(change)
                onRemoved()
              }}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface ChangeItemProps extends Pick<DraftChangeListProps, 'workspace' | 'store'> {
  readonly change: DraftChange
  onRemove(): void
}

function ChangeItem({ workspace, store, change, onRemove }: ChangeItemProps) {
  const { nodeId, field, problem } = change
  const title = store.getTitle(nodeId)
  const label = labels[field]
  const isThere = workspace.client.node(nodeId) !== undefined
  return (
    <li className={styles.change} data-change={field} data-problem={problem ?? undefined}>
      <div className={styles.changeText}>
        {isThere ? (
          <button type="button" translate="no" className={styles.node} onClick={() => goToNode(workspace, nodeId)}>
            {title}
          </button>
        ) : (
          <span translate="no" className={styles.node}>
            {title}
          </span>
        )}
        <p className={styles.values}>
          <span className={styles.field}>{label}</span>{' '}
          <Value workspace={workspace} store={store} field={field} value={change.from} /> <Arrow />{' '}
          <Value workspace={workspace} store={store} field={field} value={change.to} />
        </p>
        {problem !== null && <p className={styles.problem}>{texts.problem(editRefusalTexts[problem])}</p>}
      </div>
      <Button
        variant="quiet"
        size="small"
        aria-label={texts.remove(label, title)}
        title={texts.remove(label, title)}
        onClick={onRemove}
      >
        <X size={16} aria-hidden="true" />
      </Button>
    </li>
  )
}

interface ValueProps extends Pick<DraftChangeListProps, 'workspace' | 'store'> {
  readonly field: DraftField
  readonly value: DraftValue
}

function Value({ workspace, store, field, value }: ValueProps) {
  const people = useProjectPeople(workspace)
  const unit = useCell(workspace.client.project, ({ estimateUnit }) => estimateUnit)
  if (value === null || (typeof value === 'object' && value.length === 0)) return <span>{texts.none}</span>
  if (typeof value === 'number') return <span>{lensTexts.amounts[unit](value)}</span>
  if (typeof value === 'string') return <ShortDate date={value} />
  const names = value.map((id) => (field === 'assigneeIds' ? people.find(id).name : toExcerpt(store.getTitle(id))))
  return <span translate="no">{new Intl.ListFormat('en', { type: 'unit' }).format(names)}</span>
}
