import { useState } from 'react'
import type { NodeRecord } from '@espalier/sync'
import { nodeFieldTexts as texts } from '../../texts/node-fields.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { FieldRow } from './FieldRow.tsx'
import { OptionPicker } from './OptionPicker.tsx'
import { type ShownPerson, useProjectPeople } from './people.ts'
import { replacePerson } from './replace-person.ts'
import { type FieldEditorProps, useFieldEdit } from './use-field-edit.ts'
import { ValueChips } from './ValueChips.tsx'
import styles from './AssigneesField.module.css'

/** Returns how many of the nodes have each entry of a list, in the order in which they are met. */
export function countHolders(
  nodes: readonly NodeRecord[],
  read: (node: NodeRecord) => readonly string[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const id of nodes.flatMap(read)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** Returns whether all, some or none of the nodes have an entry. */
export const describeHolders = (count: number, nodeCount: number): 'all' | 'some' | 'none' =>
  count === nodeCount ? 'all' : count > 0 ? 'some' : 'none'

export const PersonMark = ({ person }: { readonly person: ShownPerson }) => (
  <Avatar name={person.name} picture={person.picture} size={20} />
)

/** Edits the people who work on these nodes. */
export function AssigneesField(editor: FieldEditorProps) {
  const { workspace, nodes, onDone } = editor
  const edit = useFieldEdit(editor)
  const people = useProjectPeople(workspace)
  const [replacedId, setReplacedId] = useState<string | null>(null)
  const counts = countHolders(nodes, ({ assigneeIds }) => assigneeIds)
  const isAlone = onDone !== undefined
  const toggle = (id: string, stays: boolean) => {
    const isHeld = counts.get(id) === nodes.length
    const isSaved = edit.save(isHeld ? { removeAssigneeIds: [id] } : { addAssigneeIds: [id] })
    if (isSaved && !stays) onDone?.()
  }
  const remove = (id: string) => void edit.save({ removeAssigneeIds: [id] })
  const lastId = [...counts.keys()].at(-1)
  const former = [...counts.keys()].map(people.find).filter(({ isFormer }) => isFormer)
  return (
    <FieldRow label={texts.labels.assignees} fault={edit.fault} isAlone={isAlone}>
      {(control) => (
        <>
          <ValueChips
            nodeCount={nodes.length}
            onRemove={remove}
            chips={[...counts].map(([id, count]) => {
              const person = people.find(id)
              return {
                id,
                count,
                label: person.name,
                isUserData: !person.isFormer,
                mark: <PersonMark person={person} />,
              }
            })}
          />
          {former.map(({ id }) => (
            <Button
              key={id}
              size="small"
              className={styles.replace}
              aria-expanded={replacedId === id}
              onClick={() => setReplacedId(replacedId === id ? null : id)}
            >
              {texts.people.replace}
            </Button>
          ))}
          {replacedId !== null && (
            <PersonReplacement
              workspace={workspace}
              members={people.members}
              formerId={replacedId}
              onFault={edit.showFault}
              onDone={() => setReplacedId(null)}
            />
          )}
          <OptionPicker
            control={control}
            placeholder={texts.people.placeholder}
            isAlone={isAlone && replacedId === null}
            typed={editor.typed}
            options={people.members.map((person) => ({
              id: person.id,
              label: person.name,
              isUserData: true,
              mark: <PersonMark person={person} />,
              held: describeHolders(counts.get(person.id) ?? 0, nodes.length),
            }))}
            onChoose={toggle}
            {...(lastId !== undefined && { onRemoveLast: () => remove(lastId) })}
          />
        </>
      )}
    </FieldRow>
  )
}

interface PersonReplacementProps {
  readonly workspace: ProjectWorkspace
  readonly members: readonly ShownPerson[]
  readonly formerId: string
  onFault(fault: string): void
  onDone(): void
}

/** Chooses the member who takes over everything from somebody who has left. */
function PersonReplacement({ workspace, members, formerId, onFault, onDone }: PersonReplacementProps) {
  const choose = (memberId: string) => {
    const replaced = replacePerson(workspace.client, formerId, memberId)
    if (!replaced.ok) return onFault(replaced.reason)
    onFault('')
    onDone()
    workspace.notify(texts.people.replaced(replaced.value))
  }
  return (
    <FieldRow label={texts.people.replaceWith} isStacked>
      {(control) => (
        <OptionPicker
          control={control}
          placeholder={texts.people.placeholder}
          isAlone
          options={members.map((person) => ({
            id: person.id,
            label: person.name,
            isUserData: true,
            mark: <PersonMark person={person} />,
          }))}
          onChoose={choose}
        />
      )}
    </FieldRow>
  )
}
