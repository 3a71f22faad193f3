import { beforeEach, describe, expect, it } from 'vitest'
import { keptSettings } from './view-settings.ts'

beforeEach(() => localStorage.clear())

describe('the settings of the hand', () => {
  it('are kept for each person, in every project', () => {
    keptSettings('ada', 'pear').hand.set({ doesWheelZoom: true })
    expect(keptSettings('ada', 'quince').hand.get()).toEqual({ doesWheelZoom: true })
    expect(keptSettings('bea', 'pear').hand.get()).toEqual({ doesWheelZoom: false })
    expect(keptSettings(null, 'pear').hand.get()).toEqual({ doesWheelZoom: false })
  })

  it('begin anew where what was kept makes no sense', () => {
    localStorage.setItem('hand:ada', '{"doesWheelZoom":"often"}')
    expect(keptSettings('ada', 'pear').hand.get()).toEqual({ doesWheelZoom: false })
  })
})
