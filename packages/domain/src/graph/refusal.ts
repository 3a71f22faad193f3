import type { SiblingSpotFault } from '../ordering/place.ts'
import type { StructureFault } from './structure.ts'

export type EditRefusal =
  | StructureFault
  | SiblingSpotFault
  | 'id-taken'
  | 'node-missing'
  | 'node-deleted'
  | 'already-parent'
  | 'not-a-parent'
  | 'last-node'

/** How a refusal is told: the code of the API's error and a text for the person. */
export const editRefusals: Readonly<
  Record<EditRefusal, { readonly code: 'CONFLICT' | 'NOT_FOUND' | 'BAD_USER_INPUT'; readonly text: string }>
> = {
  'self-parent': { code: 'CONFLICT', text: 'A node cannot be its own parent' },
  'would-cycle': { code: 'CONFLICT', text: 'A node cannot be moved below itself' },
  'duplicate-parent': { code: 'CONFLICT', text: 'A node cannot have the same parent twice' },
  'already-parent': { code: 'CONFLICT', text: 'The node already has this parent' },
  'parent-deleted': { code: 'CONFLICT', text: 'The parent node has been deleted' },
  'node-deleted': { code: 'CONFLICT', text: 'The node has been deleted' },
  'last-node': { code: 'CONFLICT', text: 'The only node of a project cannot be deleted' },
  'id-taken': { code: 'CONFLICT', text: 'This id cannot be used for a new node' },
  'too-deep': { code: 'BAD_USER_INPUT', text: 'The tree would be too deep' },
  'position-out-of-range': { code: 'BAD_USER_INPUT', text: 'The position must lie between 0 and 10000' },
  'not-a-parent': { code: 'BAD_USER_INPUT', text: 'The node does not have this parent' },
  'parent-missing': { code: 'NOT_FOUND', text: 'Parent node not found' },
  'parent-elsewhere': { code: 'NOT_FOUND', text: 'Parent node not found' },
  'sibling-missing': { code: 'NOT_FOUND', text: 'Sibling node not found' },
  'node-missing': { code: 'NOT_FOUND', text: 'Node not found' },
}
