import { beforeEach, describe, expect, it } from 'vitest'
import { loadViewSettings } from './view-settings.ts'

beforeEach(() => localStorage.clear())

describe('the settings of the hand', () => {
  it('are kept for each person, in every project', () => {
    loadViewSettings('ada', 'pear').pointerSettings.set({ doesWheelZoom: true })
    expect(loadViewSettings('ada', 'quince').pointerSettings.get()).toEqual({ doesWheelZoom: true })
    expect(loadViewSettings('bea', 'pear').pointerSettings.get()).toEqual({ doesWheelZoom: false })
    expect(loadViewSettings(null, 'pear').pointerSettings.get()).toEqual({ doesWheelZoom: false })
  })

  it('begin anew where what was kept makes no sense', () => {
    localStorage.setItem('hand:ada', '{"doesWheelZoom":"often"}')
    expect(loadViewSettings('ada', 'pear').pointerSettings.get()).toEqual({ doesWheelZoom: false })
  })
})
