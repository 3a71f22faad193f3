import type { NodeId } from '@espalier/domain'
import type { Diagram, Direction, LayoutNode, Point } from '@espalier/layout'
import { LayeredDiagram } from '@espalier/layout/layered'
import { BoxIndex } from '../cull/box-index.ts'
import type { DropScene } from '../snap/drop-scene.ts'

export interface DragScene extends DropScene {
  readonly diagram: Diagram
  /** Returns the point of a box at these fractions of its width and height. */
  findPoint(id: NodeId, across?: number, down?: number): Point
  isBelow(id: NodeId, ofId: NodeId): boolean
}

/** A layout to drag over. The order of the nodes is the order of siblings. */
export function createDragScene(direction: Direction, nodes: readonly LayoutNode[]): DragScene {
  const diagram = new LayeredDiagram(direction, nodes)
  diagram.settle()
  const parents = new Map(nodes.map(({ id, parentId, parentIds }) => [id, parentIds ?? (parentId ? [parentId] : [])]))
  const parentIds = (id: NodeId) => parents.get(id) ?? []
  const isBelow = (id: NodeId, ofId: NodeId): boolean =>
    parentIds(id).some((parentId) => parentId === ofId || isBelow(parentId, ofId))
  return {
    diagram,
    index: new BoxIndex(diagram.boxes),
    direction,
    idAt: (slot) => diagram.idAt(slot),
    findSlot: (id) => diagram.findSlot(id),
    structure: {
      parentIds,
      siblings: (id) => nodes.map((node) => node.id).filter((other) => parentIds(other)[0] === parentIds(id)[0]),
    },
    findPoint(id, across = 0.5, down = 0.5) {
      const { left, top, width, height } = diagram.findRect(id) ?? { left: 0, top: 0, width: 0, height: 0 }
      return { x: left + across * width, y: top + down * height }
    },
    isBelow,
  }
}

/** 'root', 'root/a', 'root/a/b': each is named by its last part and below the one before. */
export const nodesFromPaths = (...paths: readonly string[]): LayoutNode[] =>
  paths.map((path) => {
    const names = path.split('/')
    return { id: names.at(-1) ?? path, width: 200, height: 40, parentId: names.at(-2) ?? null }
  })
