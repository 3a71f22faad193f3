import { planLimits } from '@espalier/domain'
import { describe, expect, it } from 'vitest'
import { createCell } from '../../platform/cell.ts'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { applyViewSettings, fitSettings, readViewSettings, registerSettings } from './shareable-settings.ts'

const parse = ({ zoom }: Readonly<Record<string, unknown>>) => ({ zoom: Number(zoom) || 1, own: 'mine' })

describe('the settings of a view in a saved view', () => {
  it('stores only shareable settings, and replaces nonsense by the default', () => {
    const workspace = openTestWorkspace({ root: {} })
    const cell = createCell({ zoom: 3, own: 'mine' })
    registerSettings(workspace, { view: 'timeline', cell, names: ['zoom'], parse })
    expect(readViewSettings(workspace, 'timeline')).toEqual({ zoom: 3 })
    applyViewSettings(workspace, 'timeline', { zoom: 5, own: 'somebody else' })
    expect(cell.get()).toEqual({ zoom: 5, own: 'mine' })
    applyViewSettings(workspace, 'timeline', { zoom: 'wide' })
    expect(cell.get().zoom).toBe(1)
    expect(readViewSettings(workspace, 'board')).toEqual({})
  })

  it('keeps settings for a view that was not opened yet', () => {
    const workspace = openTestWorkspace({ root: {} })
    applyViewSettings(workspace, 'timeline', { zoom: 7 })
    const cell = createCell({ zoom: 3, own: 'mine' })
    registerSettings(workspace, { view: 'timeline', cell, names: ['zoom'], parse })
    expect(cell.get().zoom).toBe(7)
  })

  it('leaves out settings that the server has no room for, the least important first', () => {
    const widths = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`column-with-a-long-id-${at}`, 120]))
    const fitted = fitSettings([
      ['group', 'status'],
      ['widths', widths],
      ['order', ['title']],
    ])
    expect(fitted).toEqual({ group: 'status', order: ['title'] })
    expect(JSON.stringify(fitted).length).toBeLessThan(planLimits.view.settingsCharacters)
  })
})
