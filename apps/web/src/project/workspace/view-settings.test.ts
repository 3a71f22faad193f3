import { beforeEach, describe, expect, it } from 'vitest'
import { loadViewSettings } from './view-settings.ts'

beforeEach(() => localStorage.clear())

describe('stored pointer settings', () => {
  it('stores the pointer settings per person for every project', () => {
    loadViewSettings('ada', 'pear').pointerSettings.set({ doesWheelZoom: true })
    expect(loadViewSettings('ada', 'quince').pointerSettings.get()).toEqual({ doesWheelZoom: true })
    expect(loadViewSettings('bea', 'pear').pointerSettings.get()).toEqual({ doesWheelZoom: false })
    expect(loadViewSettings(null, 'pear').pointerSettings.get()).toEqual({ doesWheelZoom: false })
  })

  it('resets invalid stored pointer settings', () => {
    localStorage.setItem('hand:ada', '{"doesWheelZoom":"often"}')
    expect(loadViewSettings('ada', 'pear').pointerSettings.get()).toEqual({ doesWheelZoom: false })
  })
})

describe('stored map theme', () => {
  it('stores the map theme per person for every project', () => {
    loadViewSettings('ada', 'pear').mapTheme.set('contrast')
    expect(loadViewSettings('ada', 'quince').mapTheme.get()).toBe('contrast')
    expect(loadViewSettings('bea', 'pear').mapTheme.get()).toBe('paper')
    expect(loadViewSettings(null, 'pear').mapTheme.get()).toBe('paper')
  })

  it('shows the default theme when an unknown one is stored', () => {
    localStorage.setItem('map-theme:ada', 'neon')
    expect(loadViewSettings('ada', 'pear').mapTheme.get()).toBe('paper')
  })
})

describe('stored choice of chips', () => {
  it('stores what nodes show per person and project', () => {
    const { chips } = loadViewSettings('ada', 'pear')
    chips.set({ ...chips.get(), tags: false })
    expect(loadViewSettings('ada', 'pear').chips.get()).toEqual({
      assignees: true,
      dates: true,
      priority: true,
      tags: false,
      estimate: true,
      rollUp: true,
    })
    expect(loadViewSettings('bea', 'pear').chips.get().tags).toBe(true)
    expect(loadViewSettings('ada', 'plum').chips.get().tags).toBe(true)
  })

  it('shows everything when the stored choice is invalid', () => {
    localStorage.setItem('chips:ada:pear', '{"tags":"no","dates":false}')
    expect(loadViewSettings('ada', 'pear').chips.get()).toMatchObject({ tags: true, dates: false })
  })
})

describe('stored folds', () => {
  it('stores the folds of a person per project', () => {
    loadViewSettings('ada', 'pear').ownFolds.set(
      new Map([
        ['one', true],
        ['two', false],
      ]),
    )
    expect([...loadViewSettings('ada', 'pear').ownFolds.get()]).toEqual([
      ['one', true],
      ['two', false],
    ])
    expect(loadViewSettings('ada', 'quince').ownFolds.get().size).toBe(0)
    expect(loadViewSettings(null, 'pear').ownFolds.get().size).toBe(0)
  })

  it.each(['[true', 'null', '7', '{"one":"yes","two":1}', '[1,2]'])('ignores invalid stored folds: %s', (stored) => {
    localStorage.setItem('folds:ada:pear', stored)
    expect(loadViewSettings('ada', 'pear').ownFolds.get().size).toBe(0)
  })

  it('stores the newest 1,000 folds', () => {
    const folds = new Map(Array.from({ length: 1_001 }, (_, at) => [`node-${at}`, true] as const))
    loadViewSettings('ada', 'pear').ownFolds.set(folds)
    const stored = loadViewSettings('ada', 'pear').ownFolds.get()
    expect([stored.size, stored.has('node-0'), stored.has('node-1000')]).toEqual([1_000, false, true])
  })
})

describe('remembered position', () => {
  it('stores the position of each project per person and ignores an invalid one', () => {
    loadViewSettings('ada', 'pear').position.set({ x: 1, y: 2, zoom: 0.5 })
    expect(loadViewSettings('ada', 'pear').position.get()).toEqual({ x: 1, y: 2, zoom: 0.5 })
    expect(loadViewSettings('ada', 'quince').position.get()).toBeNull()
    expect(loadViewSettings('bea', 'pear').position.get()).toBeNull()
    localStorage.setItem('position:ada:pear', '{"x":1,"y":"far","zoom":0}')
    expect(loadViewSettings('ada', 'pear').position.get()).toBeNull()
  })
})
