import type { NodeId } from '@espalier/domain'
import * as fc from 'fast-check'
import { newNodeKey } from '../replica/edits.ts'
import type { Replica } from '../replica/replica.ts'

type Pick = number

/** An edit that a person may make on a page; numbers pick among the shown nodes. */
export type Edit =
  | { readonly kind: 'create'; readonly at: Pick; readonly where: 'child' | 'before' | 'after' | 'parent' | 'root' }
  | { readonly kind: 'title' | 'colour' | 'fold'; readonly at: Pick; readonly text: string }
  | { readonly kind: 'many'; readonly at: readonly Pick[]; readonly text: string }
  | { readonly kind: 'delete' | 'delete-branch' | 'discard'; readonly at: Pick }
  | {
      readonly kind: 'move'
      readonly at: readonly Pick[]
      readonly target: Pick
      readonly side: 'onto' | 'before' | 'after'
      readonly isAlone: boolean
    }
  | { readonly kind: 'link' | 'unlink'; readonly at: Pick; readonly parent: Pick }
  | { readonly kind: 'block' | 'unblock'; readonly at: Pick; readonly blocker: Pick }
  | { readonly kind: 'paste'; readonly at: Pick }
  | { readonly kind: 'undo' | 'redo' }

const pick = fc.nat({ max: 30 })
const text = fc.constantFrom('a', 'b', 'c!', 'd')

export const anEdit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      at: pick,
      where: fc.constantFrom('child', 'child', 'before', 'after', 'parent', 'root'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('title', 'colour', 'fold'), at: pick, text }) },
  fc.record({ kind: fc.constant('many' as const), at: fc.array(pick, { minLength: 1, maxLength: 4 }), text }),
  fc.record({ kind: fc.constantFrom('delete', 'delete-branch', 'discard'), at: pick }),
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      at: fc.array(pick, { minLength: 1, maxLength: 3 }),
      target: pick,
      side: fc.constantFrom('onto', 'before', 'after'),
      isAlone: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('link', 'unlink'), at: pick, parent: pick }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('block', 'block', 'unblock'), at: pick, blocker: pick }) },
  fc.record({ kind: fc.constant('paste' as const), at: pick }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('undo', 'undo', 'redo') }) },
)

const colours: Readonly<Record<string, string>> = { a: '#aaaaaa', b: '#bbbbbb', 'c!': '#cccccc', d: '#dddddd' }

/** Some titles count as the first title of a new node. */
const keyFor = (text: string, id: NodeId): string => (text === 'a' ? newNodeKey(id) : 'typing')

export function perform({ edits, nodes }: Replica, edit: Edit): boolean {
  const ids = [...nodes()].map(({ id }) => id).sort()
  const at = (index: Pick): NodeId => ids[index % Math.max(1, ids.length)] ?? 'nobody'
  switch (edit.kind) {
    case 'create':
      return edits.create(placeFor(edit.where, at(edit.at))).ok
    case 'title':
      return edits.change(at(edit.at), { title: edit.text, body: edit.text }, keyFor(edit.text, at(edit.at))).ok
    case 'colour':
      return edits.change(at(edit.at), { backgroundColor: colours[edit.text] ?? '#000000' }).ok
    case 'fold':
      return edits.change(at(edit.at), { hideChildren: edit.text < 'c' }).ok
    case 'many':
      return edits.changeMany(edit.at.map(at), { status: edit.text < 'c' ? 'done' : 'progress' }).ok
    case 'delete':
      return edits.deleteNode(at(edit.at)).ok
    case 'delete-branch':
      return edits.deleteBranches([at(edit.at)]).ok
    case 'discard':
      edits.discard(at(edit.at))
      return true
    case 'move':
      return edits.move(edit.at.map(at), { side: edit.side, targetId: at(edit.target) }, edit.isAlone).ok
    case 'link':
      return edits.addParent(at(edit.at), at(edit.parent)).ok
    case 'unlink':
      return edits.removeParent(at(edit.at), at(edit.parent)).ok
    case 'block':
      return edits.change(at(edit.at), { addBlockedByIds: [at(edit.blocker)] }).ok
    case 'unblock':
      return edits.change(at(edit.at), { removeBlockedByIds: [at(edit.blocker)] }).ok
    case 'paste': {
      const [first, second] = [
        { title: 'first', copiedId: 'first', children: [] },
        { title: 'second', blockedByIds: ['first', 'elsewhere'], children: [] },
      ]
      const branch = { title: 'top', hideChildren: true, children: [first, second] }
      return edits.insertBranches({ kind: 'after', siblingId: at(edit.at) }, [branch, branch]).ok
    }
    default:
      return edits[edit.kind]().ok
  }
}

function placeFor(where: 'child' | 'before' | 'after' | 'parent' | 'root', id: NodeId) {
  switch (where) {
    case 'child':
      return { kind: where, parentId: id }
    case 'parent':
      return { kind: where, childId: id }
    case 'root':
      return { kind: where }
    default:
      return { kind: where, siblingId: id }
  }
}
