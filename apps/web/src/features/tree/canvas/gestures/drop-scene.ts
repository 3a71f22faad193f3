import type { DropScene } from '@espalier/canvas'
import { type NodeId, nodeLinksId } from '@espalier/domain'
import type { Board } from '../../../../data/board/board.ts'
import type { MapScene } from '../scene/scene.ts'

/** The layout as something that can be dropped on. */
export function createDropScene(board: Board, scene: MapScene): DropScene {
  const { diagram } = scene
  return {
    index: scene.boxIndex,
    get direction() {
      return diagram.direction
    },
    idAt(slot) {
      const id = diagram.idAt(slot)
      return id === nodeLinksId ? undefined : id
    },
    findSlot: (id) => diagram.findSlot(id),
    structure: { parentIds: (id) => board.node(id)?.parentIds ?? [], siblings: createSiblingLookup(board, scene) },
  }
}

/** Asked anew with every move of the hand, so each family is listed once, until the structure changes. */
function createSiblingLookup(board: Board, scene: MapScene): (id: NodeId) => readonly NodeId[] {
  const families = new Map<NodeId | null, readonly NodeId[]>()
  let structure = -1
  return (id) => {
    if (structure !== scene.structure) families.clear()
    structure = scene.structure
    const listId = board.node(id)?.parentIds[0] ?? null
    const family = families.get(listId) ?? listShownSiblings(board, scene, listId)
    families.set(listId, family)
    return family
  }
}

function listShownSiblings({ graph }: Board, scene: MapScene, listId: NodeId | null): readonly NodeId[] {
  const ids: NodeId[] = []
  for (const { id, parentIds } of graph.children(listId)) {
    if ((parentIds[0] ?? null) === listId && scene.isShown(id)) ids.push(id)
  }
  return ids
}
