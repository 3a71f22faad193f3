import { noDefinitions } from '@espalier/domain'
import type { FilterSubjects } from '@espalier/domain/planning-filter'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createCell } from '../../platform/cell.ts'
import { addChildAction } from '../actions/node-actions.ts'
import { tryAction } from '../actions/action.ts'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { buildNodeRecord } from '../testing/node-fixtures.ts'
import { followMatches } from './match-nodes.ts'

const noNames: FilterSubjects = { ...noDefinitions, today: '2026-11-17', viewerId: null, people: [] }

function start(text: string) {
  const workspace = openTestWorkspace({ root: { pear: { stem: {} }, plum: {}, 'pear two': {} } })
  const subjects = createCell(noNames)
  workspace.filter.set({ ...workspace.filter.get(), text })
  const stop = followMatches(workspace, subjects)
  const found = () => [...(workspace.matches.get().found ?? ['everything'])].sort().join(', ')
  const shown = () => [...workspace.map.shownIds()].join(', ')
  const type = (typed: string) => workspace.filter.set({ ...workspace.filter.get(), text: typed })
  const select = (...ids: readonly string[]) => workspace.selection.set({ ids: new Set(ids), current: ids[0] ?? null })
  return { workspace, client: workspace.client, subjects, stop, found, shown, type, select }
}

afterEach(() => vi.useRealTimers())

describe('matches of the filter box', () => {
  it('follows the text and ends with an empty box and with the box itself', () => {
    const { found, shown, type, stop, workspace } = start('pear')
    expect(found()).toBe('pear, pear two')
    expect(shown()).toBe('root, pear, pear two')
    type('plum')
    expect(shown()).toBe('root, plum')
    type('')
    expect(workspace.matches.get()).toEqual({ found: null, shown: null })
    type('stem')
    stop()
    expect(workspace.matches.get()).toEqual({ found: null, shown: null })
  })

  it('combines with the status filter', () => {
    const { client, workspace, shown } = start('pear')
    client.edits.change('pear', { status: 'done' })
    workspace.visibility.set({ ...workspace.visibility.get(), showCompleted: false })
    expect(shown()).toBe('root, pear two')
  })

  it('follows changes by this person and by others, and deletions', async () => {
    const { client, found } = start('pear')
    client.edits.change('plum', { title: 'A PEAR too' })
    expect(found()).toBe('pear, pear two, plum')
    client.receive([buildNodeRecord({ ...client.node('pear'), id: 'pear', title: 'apple' })])
    expect(found()).toBe('pear two, plum')
    client.edits.deleteBranches(['pear two'])
    expect(found()).toBe('plum')
  })

  it('leaves the same matches in place when a change concerns none of them', () => {
    const { client, workspace, select } = start('pear')
    const before = workspace.matches.get()
    client.edits.change('plum', { status: 'progress' })
    select('pear')
    expect(workspace.matches.get()).toBe(before)
  })

  it('follows the names of the project', () => {
    const { client, subjects, found } = start('tag:fruit')
    client.edits.change('plum', { tagIds: ['t'] })
    expect(found()).toBe('')
    subjects.set({ ...noNames, tags: [{ id: 't', name: 'Fruit' }] })
    expect(found()).toBe('plum')
  })

  it('reads all nodes again after a pause where one depends on others', () => {
    vi.useFakeTimers()
    const { client, found } = start('is:ready')
    expect(found()).toBe('pear two, plum, stem')
    client.edits.change('stem', { status: 'done' })
    vi.runAllTimers()
    expect(found()).toBe('pear, pear two, plum')
  })

  it('hides nothing while the others are dimmed', () => {
    const { workspace, found, shown } = start('plum')
    workspace.filter.set({ ...workspace.filter.get(), isDimming: true })
    expect(found()).toBe('plum')
    expect(workspace.matches.get().shown).toBeNull()
    expect(shown()).toBe('root, pear, stem, plum, pear two')
  })
})

describe('nodes that do not match', () => {
  it('stay until the selection leaves them', () => {
    const { client, shown, select } = start('pear')
    select('pear')
    client.edits.change('pear', { title: 'apple' })
    expect(shown()).toBe('root, pear, pear two')
    select('pear two')
    expect(shown()).toBe('root, pear two')
  })

  it('stay while they are new and edited', () => {
    const { workspace, client, shown, select } = start('plum')
    tryAction(addChildAction, workspace, 'plum')
    const id = workspace.editing.get()?.nodeId ?? ''
    client.edits.change(id, { title: 'kernel' })
    expect(shown()).toBe(`root, plum, ${id}`)
    workspace.editing.set(null)
    expect(shown()).toBe(`root, plum, ${id}`)
    select('root')
    expect(shown()).toBe('root, plum')
  })
})
