import type { FieldDefinition } from '@espalier/domain'
import type { NodeRecord } from '@espalier/sync'
import { Fragment, type ReactNode } from 'react'
import { useCell } from '../../platform/cell.ts'
import { nodeFieldTexts as texts } from '../../texts/node-fields.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { PersonMark } from './AssigneesField.tsx'
import { toBlockerChip } from './BlockedByField.tsx'
import { formatShortDate } from './MonthGrid.tsx'
import { type ProjectPeople, useProjectPeople } from './people.ts'
import { useNodeRecords } from './use-field-edit.ts'
import { TagDot, ValueChips } from './ValueChips.tsx'
import styles from './NodeFields.module.css'

interface FieldValuesProps {
  readonly workspace: ProjectWorkspace
  readonly node: NodeRecord
}

interface ShownValue {
  readonly key: string
  readonly label: string
  readonly isOwnLabel?: boolean
  readonly value: ReactNode
}

/** Lists the values of a node for people who may only read it. Empty fields are left out. */
export function FieldValues({ workspace, node }: FieldValuesProps) {
  const project = useCell(workspace.client.project)
  const people = useProjectPeople(workspace)
  const { labels } = texts
  const stage = project.stages.find(({ id }) => id === node.stageId)
  const blockers = useNodeRecords(workspace, node.blockedByIds)
  const tags = project.tags.filter(({ id }) => node.tagIds.includes(id))
  const values: readonly (ShownValue | false)[] = [
    { key: 'status', label: labels.status, value: texts.statuses[node.status] },
    stage !== undefined && { key: 'stage', label: labels.stage, value: <Own>{stage.name}</Own> },
    node.assigneeIds.length > 0 && {
      key: 'assignees',
      label: labels.assignees,
      value: <People ids={node.assigneeIds} people={people} />,
    },
    node.startDate !== null && { key: 'start', label: labels.startDate, value: <Day date={node.startDate} /> },
    node.dueDate !== null && { key: 'due', label: labels.dueDate, value: <Day date={node.dueDate} /> },
    node.estimate !== null && {
      key: 'estimate',
      label: labels.estimate,
      value: texts.estimate[project.estimateUnit](String(node.estimate)),
    },
    node.priority !== 'none' && { key: 'priority', label: labels.priority, value: texts.priorities[node.priority] },
    tags.length > 0 && {
      key: 'tags',
      label: labels.tags,
      value: (
        <ValueChips
          nodeCount={1}
          chips={tags.map(({ id, name, colour }) => ({
            id,
            label: name,
            isUserData: true,
            count: 1,
            mark: <TagDot color={colour} />,
          }))}
        />
      ),
    },
    blockers.length > 0 && {
      key: 'blockers',
      label: labels.blockedBy,
      value: <ValueChips nodeCount={1} chips={blockers.map((blocker) => toBlockerChip(blocker, 1))} />,
    },
    ...project.fieldDefinitions.map((definition) => toOwnValue(definition, node.fields[definition.id], people)),
  ]
  return (
    <dl className={styles.values}>
      {values.map(
        (shown) =>
          shown !== false && (
            <Fragment key={shown.key}>
              <dt translate={shown.isOwnLabel === true ? 'no' : undefined}>{shown.label}</dt>
              <dd>{shown.value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}

const Own = ({ children }: { readonly children: ReactNode }) => <span translate="no">{children}</span>

const Day = ({ date }: { readonly date: string }) => (
  <time dateTime={date} translate="no">
    {formatShortDate(date)}
  </time>
)

const People = ({ ids, people }: { readonly ids: readonly string[]; readonly people: ProjectPeople }) => (
  <ValueChips
    nodeCount={1}
    chips={ids.map(people.find).map((person) => ({
      id: person.id,
      label: person.name,
      isUserData: !person.isFormer,
      count: 1,
      mark: <PersonMark person={person} />,
    }))}
  />
)

function toOwnValue({ id, name, type }: FieldDefinition, value: unknown, people: ProjectPeople): ShownValue | false {
  if (value === undefined) return false
  return { key: id, label: name, isOwnLabel: true, value: renderOwnValue(type, value, people) }
}

function renderOwnValue(type: FieldDefinition['type'], value: unknown, people: ProjectPeople): ReactNode {
  const text = String(value)
  switch (type) {
    case 'checkbox':
      return value === true ? texts.yes : texts.no
    case 'date':
      return <Day date={text} />
    case 'person':
      return <People ids={[text]} people={people} />
    case 'link':
      return (
        <a href={text} target="_blank" rel="noopener noreferrer nofollow" translate="no">
          {text}
        </a>
      )
    default:
      return <Own>{text}</Own>
  }
}
