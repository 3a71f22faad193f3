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
