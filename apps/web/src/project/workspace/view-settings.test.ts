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
