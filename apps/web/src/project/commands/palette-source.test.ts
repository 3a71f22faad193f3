import { beforeEach, describe, expect, it } from 'vitest'
import { resetPage } from '../../testing/network.ts'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { createPaletteSource } from './palette-source.ts'

const outline = { root: { 'Crème brûlée': {}, 'Stone wall': { wall: {} }, 'Wall of stone': {} } }

let workspace: ReturnType<typeof openTestWorkspace>
let source: ReturnType<typeof createPaletteSource>
beforeEach(() => {
  resetPage()
  workspace = openTestWorkspace(outline)
  source = createPaletteSource(workspace)
})

const find = (text: string, most = 8) => source.findNodes(text, most).map(({ title }) => title)

describe('what an open project offers to the palette', () => {
  it.each([
    ['wall', ['wall', 'Wall of stone', 'Stone wall']],
    ['STONE wall', ['Stone wall', 'Wall of stone']],
    ['creme brulee', ['Crème brûlée']],
    ['lighthouse', []],
  ])('finds %j in titles, those that begin so first', (text, titles) => {
    expect(find(text)).toEqual(titles)
  })

  it('finds words of descriptions last, and no more than asked for', () => {
    const id = source.findNodes('root', 1)[0]?.id ?? ''
    workspace.client.edits.change(id, { body: '<p>About the wall</p>' })
    expect(find('wall')).toEqual(['wall', 'Wall of stone', 'Stone wall', 'root'])
    expect(find('wall', 2)).toEqual(['wall', 'Wall of stone'])
    expect(source.findNodes('wall', 1)[0]?.below).toBe('Stone wall')
  })

  it('lists every action with its keys, and those of the menu for a selected node', () => {
    const labels = () => source.listActions().map(({ label, keys }) => [label, keys])
    expect(labels()).toContainEqual(['Filter', 'Ctrl+Shift+F'])
    expect(labels()).toContainEqual(['Export', undefined])
    expect(labels()).not.toContainEqual(['Find anything', 'Ctrl+K'])
    expect(labels()).not.toContainEqual(['Add child', 'Tab'])
    const id = source.findNodes('stone wall', 1)[0]?.id ?? ''
    source.goToNode(id)
    expect(workspace.selection.get().current).toBe(id)
    expect(labels()).toContainEqual(['Add child', 'Tab'])
    expect(labels()).toContainEqual(['Due date…', '/d'])
    const ids = source.listActions().map((action) => action.id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
