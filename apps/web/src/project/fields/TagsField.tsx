import { limits, planLimits } from '@espalier/domain'
import { useState } from 'react'
import { useCell } from '../../platform/cell.ts'
import { randomId } from '../../platform/crypto.ts'
import { nodeFieldTexts as texts } from '../../texts/node-fields.ts'
import { countHolders, describeHolders } from './AssigneesField.tsx'
import { FieldRow } from './FieldRow.tsx'
import { OptionPicker } from './OptionPicker.tsx'
import { type FieldEditorProps, useFieldEdit } from './use-field-edit.ts'
import { TagDot, ValueChips } from './ValueChips.tsx'

/** The tags of these nodes. A name that no tag has becomes a new one. */
export function TagsField(editor: FieldEditorProps) {
  const { workspace, nodes, onDone } = editor
  const { client } = workspace
  const edit = useFieldEdit(editor)
  const tags = useCell(client.project, (project) => project.tags)
  const [isCreating, setCreating] = useState(false)
  const counts = countHolders(nodes, ({ tagIds }) => tagIds)
  const isAlone = onDone !== undefined
  const toggle = (id: string, stays: boolean) => {
    const isHeld = counts.get(id) === nodes.length
    const isSaved = edit.save(isHeld ? { removeTagIds: [id] } : { addTagIds: [id] })
    if (isSaved && !stays) onDone?.()
  }
  const create = async (name: string) => {
    if (tags.length >= planLimits.tags) return edit.showFault(texts.tags.tooMany(planLimits.tags))
    const id = randomId()
    const colour = limits.nodePalette[tags.length % limits.nodePalette.length] ?? limits.nodeColour
    setCreating(true)
    const created = await client.edits.changeDefinitions({ tagChanges: { put: [{ id, name, colour }] } })
    setCreating(false)
    if (!created.ok) return edit.showFault(created.reason)
    if (edit.save({ addTagIds: [id] })) onDone?.()
  }
  const remove = (id: string) => void edit.save({ removeTagIds: [id] })
  const shown = tags.filter(({ id }) => counts.has(id))
  const lastId = shown.at(-1)?.id
  return (
    <FieldRow label={texts.labels.tags} fault={edit.fault} isAlone={isAlone}>
      {(control) => (
        <div aria-busy={isCreating || undefined}>
          <ValueChips
            nodeCount={nodes.length}
            onRemove={remove}
            chips={shown.map(({ id, name, colour }) => ({
              id,
              label: name,
              isUserData: true,
              mark: <TagDot color={colour} />,
              count: counts.get(id) ?? 0,
            }))}
          />
          <OptionPicker
            control={control}
            placeholder={texts.tags.placeholder}
            isAlone={isAlone}
            typed={editor.typed}
            options={tags.map(({ id, name, colour }) => ({
              id,
              label: name,
              isUserData: true,
              mark: <TagDot color={colour} />,
              held: describeHolders(counts.get(id) ?? 0, nodes.length),
            }))}
            onChoose={toggle}
            creation={{ label: texts.tags.create, create: (name) => void create(name) }}
            {...(lastId !== undefined && { onRemoveLast: () => remove(lastId) })}
          />
        </div>
      )}
    </FieldRow>
  )
}
