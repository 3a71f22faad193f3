import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffNode, type FieldValues } from '../node/diff.ts'
import { canRevertChange, describeNewerChange, type PastChange, revertChanges } from './revert-change.ts'

const pear = { title: 'Pear', status: 'todo', parentIds: ['root'], position: 10, isDeleted: false, body: '' }

/** Makes a change with these values, and the node as changed again since. */
function past(after: FieldValues, since: FieldValues = {}) {
  const diff = diffNode('n', pear, after)
  const change: PastChange = { id: 'n', before: diff?.before ?? {}, after: diff?.after ?? {} }
  return revertChanges([change], () => ({ ...pear, ...after, ...since }))
}

const former = (fields: FieldValues, place: FieldValues = {}) => ({
  kind: 'former',
  nodes: [{ fields, place: { id: 'n', ...place } }],
})
const changedSince = (field: string | null) => ({ kind: 'changed-since', id: 'n', field })
const nothing = { kind: 'former', nodes: [] }

describe('reverting a past change', () => {
  it("[take-back] restores each field's former value", () => {
    expect(past({ title: 'Quince', status: 'done' })).toEqual(former({ title: 'Pear', status: 'todo' }))
    expect(past({ isDeleted: true })).toEqual(former({}, { isDeleted: false }))
    expect(past({ position: 20 })).toEqual(former({}, { position: 10 }))
  })

  it('[take-back] ignores fields that the change did not touch', () => {
    expect(past({ title: 'Quince' }, { body: 'Newer' })).toEqual(former({ title: 'Pear' }))
  })

  it.each([
    [{ title: 'Quince' }, { title: 'Medlar' }, 'title'],
    [{ status: 'done' }, { status: 'progress' }, 'status'],
    [{ parentIds: ['a'] }, { parentIds: ['b'] }, 'parentIds'],
    [{ position: 20 }, { position: 30 }, 'position'],
    [{ title: 'Quince' }, { isDeleted: true }, 'isDeleted'],
    [{ title: 'Quince', status: 'done' }, { title: 'Medlar' }, 'title'],
  ])('[take-back] reverts nothing when %j was followed by %j', (after, since, field) => {
    expect(past(after, since)).toEqual(changedSince(field))
  })

  it('[take-back] reverts nothing when everything is as before', () => {
    expect(past({ title: 'Quince' }, { title: 'Pear' })).toEqual(nothing)
    expect(past({ isDeleted: true }, { isDeleted: false })).toEqual(nothing)
  })

  it('[take-back] reverts a move even if others made room meanwhile', () => {
    expect(past({ parentIds: ['a'], position: 7 }, { position: 7.5 })).toEqual(
      former({}, { parentIds: ['root'], position: 10 }),
    )
  })

  it('[take-back] deletes the node of a creation once, whatever it has become', () => {
    const made: PastChange = { id: 'n', before: null, after: pear }
    expect(revertChanges([made], () => ({ ...pear, title: 'Quince' }))).toEqual(former({}, { isDeleted: true }))
    expect(revertChanges([made], () => ({ ...pear, isDeleted: true }))).toEqual(nothing)
    expect(revertChanges([made], () => undefined)).toEqual(changedSince(null))
  })

  it('[take-back] reverts only the color of a style', () => {
    const [yellow, green] = [{ backgroundColor: '#fffabb' }, { backgroundColor: '#bbffd8' }]
    const change = {
      id: 'n',
      before: { style: { ...yellow, processing: true } },
      after: { style: { ...green, processing: false } },
    }
    expect(revertChanges([change], () => ({ ...pear, style: { ...green, processing: true } }))).toEqual(
      former({ style: yellow }),
    )
  })

  it('[take-back] reverts two changes of one node in one write to before the first', () => {
    const steps: PastChange[] = [
      { id: 'n', before: { title: 'Pear' }, after: { title: 'Quince' } },
      { id: 'n', before: { title: 'Quince', status: 'todo' }, after: { title: 'Medlar', status: 'done' } },
    ]
    expect(revertChanges(steps, () => ({ ...pear, title: 'Medlar', status: 'done' }))).toEqual(
      former({ title: 'Pear', status: 'todo' }),
    )
  })

  it('[take-back] restores everything right after any change', () => {
    const aNode = fc.record({
      title: fc.constantFrom('a', 'b', 'c'),
      status: fc.constantFrom('todo', 'progress', 'done'),
      hideChildren: fc.boolean(),
      projectLink: fc.constantFrom(null, 'p', 'q'),
      parentIds: fc.subarray(['x', 'y', 'z']),
      position: fc.nat(5),
    })
    fc.assert(
      fc.property(aNode, aNode, (was, is) => {
        const diff = diffNode('n', was, is)
        const change = { id: 'n', before: diff?.before ?? {}, after: diff?.after ?? {} }
        const reverted = revertChanges([change], () => is)
        if (reverted.kind !== 'former') throw new Error('it was refused')
        const [node] = reverted.nodes
        expect({ ...is, ...node?.fields, ...node?.place, id: undefined }).toEqual({ ...was, id: undefined })
      }),
    )
  })

  it('[take-back] excludes changes that only link a node to a tracker', () => {
    expect(canRevertChange({ id: 'n', before: { externalKey: null }, after: { externalKey: 'P-1' } })).toBe(false)
    expect(canRevertChange({ id: 'n', before: { title: 'a', externalKey: null }, after: {} })).toBe(true)
    expect(canRevertChange({ id: 'n', before: null, after: {} })).toBe(true)
  })

  it('[take-back] explains a refusal and what to do', () => {
    expect(describeNewerChange('Quince', 'title', false)).toBe(
      '“Quince” has been renamed since. Undo the newer change first, or change it by hand.',
    )
    expect(describeNewerChange('Quince', 'title', true)).toBe('“Quince” has been deleted since. Bring it back first.')
    expect(describeNewerChange('Quince', null, false)).toContain('has changed since.')
  })
})
