import { DragDropContext, Draggable, Droppable } from '@hello-pangea/dnd'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { type PlanNode, presentView } from '../../views/view-peer.ts'

const columns = ['todo', 'progress', 'done']
const boardStyle = { display: 'flex', height: '100%', gap: 12 }
const columnStyle = { flex: 1, overflowY: 'auto', height: '100%' }
const cardStyle = { margin: 6, padding: 10, border: '1px solid #ccc', borderRadius: 6, background: '#fff' }

/** The argument of the function that renders a card or a column. */
interface Provided {
  readonly innerRef: unknown
  readonly placeholder?: unknown
  readonly droppableProps?: object
  readonly draggableProps: { readonly style?: object }
  readonly dragHandleProps?: object
}

const card = ({ id, title, dueDate }: PlanNode, index: number) =>
  createElement(Draggable, { key: id, draggableId: id, index }, (provided: Provided) =>
    createElement(
      'article',
      {
        ref: provided.innerRef,
        ...provided.draggableProps,
        ...provided.dragHandleProps,
        style: { ...cardStyle, ...provided.draggableProps.style },
      },
      createElement('div', {}, title),
      createElement('small', {}, dueDate),
    ),
  )

const column = (status: string, nodes: readonly PlanNode[]) =>
  createElement(Droppable, { key: status, droppableId: status }, (provided: Provided) =>
    createElement(
      'section',
      { ref: provided.innerRef, ...provided.droppableProps, style: columnStyle },
      nodes.map(card),
      provided.placeholder,
    ),
  )

let root: ReturnType<typeof createRoot> | null = null

/** Leaves are cards, as on our board. */
function listLeaves(nodes: readonly PlanNode[]): readonly PlanNode[] {
  const parents = new Set(nodes.map(({ parentId }) => parentId))
  return nodes.filter(({ id }) => !parents.has(id))
}

presentView({
  show(host, nodes) {
    const leaves = listLeaves(nodes)
    const lists = columns.map((status) =>
      column(
        status,
        leaves.filter((node) => node.status === status),
      ),
    )
    root = createRoot(host)
    root.render(
      createElement(
        DragDropContext,
        { onDragEnd: () => undefined },
        createElement('div', { style: boardStyle }, lists),
      ),
    )
  },
  hide() {
    root?.unmount()
    root = null
  },
})
