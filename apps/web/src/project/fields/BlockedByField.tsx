import { type NodeId, toPlainText } from '@espalier/domain'
import type { NodeRecord } from '@espalier/sync'
import { nodeFieldTexts as texts } from '../../texts/node-fields.ts'
import { StatusMark } from '../../ui/StatusMark.tsx'
import { getNodeOrder, searchNodes } from '../search/search-nodes.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { countHolders, describeHolders } from './AssigneesField.tsx'
import { FieldRow } from './FieldRow.tsx'
import { OptionPicker, type PickerOption } from './OptionPicker.tsx'
import { type FieldEditorProps, useFieldEdit, useNodeRecords } from './use-field-edit.ts'
import { type ValueChip, ValueChips } from './ValueChips.tsx'

/** The nodes that must be done before these can start. */
export function BlockedByField(editor: FieldEditorProps) {
  const { workspace, nodes, onDone } = editor
  const edit = useFieldEdit(editor)
  const counts = countHolders(nodes, ({ blockedByIds }) => blockedByIds)
  // A deleted node stays in the list, in case it is undeleted, and is not shown meanwhile.
  const blockers = useNodeRecords(workspace, [...counts.keys()])
  const isAlone = onDone !== undefined
  const toggle = (id: string, stays: boolean) => {
    const isHeld = counts.get(id) === nodes.length
    const isSaved = edit.save(isHeld ? { removeBlockedByIds: [id] } : { addBlockedByIds: [id] })
    if (isSaved && !stays) onDone?.()
  }
  const remove = (id: string) => void edit.save({ removeBlockedByIds: [id] })
  const lastId = blockers.at(-1)?.id
  const findOptions = (query: string): readonly PickerOption[] =>
    findCandidates(workspace, nodes, query).map((node) => ({
      ...toNamedNode(node),
      held: describeHolders(counts.get(node.id) ?? 0, nodes.length),
    }))
  return (
    <FieldRow label={texts.labels.blockedBy} fault={edit.fault} isAlone={isAlone}>
      {(control) => (
        <>
          <ValueChips
            nodeCount={nodes.length}
            onRemove={remove}
            chips={blockers.map((blocker) => toBlockerChip(blocker, counts.get(blocker.id) ?? 0))}
          />
          <OptionPicker
            control={control}
            placeholder={texts.blockers.placeholder}
            isAlone={isAlone}
            typed={editor.typed}
            options={findOptions}
            onChoose={toggle}
            {...(lastId !== undefined && { onRemoveLast: () => remove(lastId) })}
          />
        </>
      )}
    </FieldRow>
  )
}

const toNamedNode = ({ id, title, status }: NodeRecord) => ({
  id,
  label: toPlainText(title),
  isUserData: true,
  mark: <StatusMark status={status} label={texts.statuses[status]} />,
})

export const toBlockerChip = (blocker: NodeRecord, count: number): ValueChip => ({ ...toNamedNode(blocker), count })

/** Nobody reads more before typing another letter. */
const maxShownNodes = 50

/** Returns the nodes that a text fits: titles that begin with it first. Without a text, what is beside the node. */
function findCandidates(
  { client }: ProjectWorkspace,
  nodes: readonly NodeRecord[],
  query: string,
): readonly NodeRecord[] {
  const own = new Set(nodes.map(({ id }) => id))
  const toRecords = (ids: Iterable<NodeId>) => [...ids].flatMap((id) => (own.has(id) ? [] : (client.node(id) ?? [])))
  const found = searchNodes(client, query)
  if (found === null) {
    const beside = nodes.flatMap(({ parentIds }) => Array.from(client.graph.children(parentIds[0] ?? null)))
    const near = beside.slice(0, maxShownNodes).map(({ id }) => id)
    const first = getNodeOrder(client).slice(0, maxShownNodes + own.size)
    return toRecords(new Set([...near, ...first])).slice(0, maxShownNodes)
  }
  const wanted = query.trim().toLowerCase()
  const ranked = toRecords(found).map((node) => ({ node, rank: rankTitle(toPlainText(node.title), wanted) }))
  return ranked
    .sort((one, other) => one.rank - other.rank)
    .slice(0, maxShownNodes)
    .map(({ node }) => node)
}

/** The text may also stand in the description. */
function rankTitle(title: string, wanted: string): number {
  const at = title.toLowerCase().indexOf(wanted)
  return at < 0 ? 2 : Math.min(at, 1)
}
