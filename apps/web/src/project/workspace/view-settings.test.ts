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
