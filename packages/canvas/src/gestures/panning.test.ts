import { describe, expect, it } from 'vitest'
import { controlTarget, emptyTarget, GestureDriver, linkHandleTarget, nodeTarget } from '../testing/gesture-driver.ts'

const pan = (dx: number, dy: number) => ({ kind: 'pan', dx, dy })
const pinch = () =>
  new GestureDriver().finger(1).down(emptyTarget, { x: 400, y: 400 }).finger(2).down(emptyTarget, { x: 600, y: 400 })

describe('panning', () => {
  it('[gestures] a drag on the empty canvas pans, from where it began', () => {
    const hand = new GestureDriver().down(emptyTarget).move(30, 10).move(-5, 0).up()
    expect(hand.done()).toEqual([pan(30, 10), pan(-5, 0)])
    expect(hand.state.kind).toBe('idle')
  })

  it('[gestures] one finger pans, on an unselected node and on a button as well', () => {
    for (const on of [emptyTarget, nodeTarget('a'), controlTarget('a')]) {
      expect(new GestureDriver().finger(1).down(on).move(0, 40).up().done()).toEqual([pan(0, 40)])
    }
  })

  it('[gestures] a mouse dragged off a button moves nothing', () => {
    expect(new GestureDriver().down(controlTarget('a')).move(90, 90).up().done()).toEqual([])
  })

  it('[gestures] the middle button pans anywhere', () => {
    expect(new GestureDriver().down(nodeTarget('a'), { x: 1, y: 1 }, 1).move(2, 0).up().done()).toEqual([pan(2, 0)])
  })

  it('[gestures] for whoever may only read, a drag on a node or a handle pans', () => {
    for (const on of [nodeTarget('a'), linkHandleTarget('a')]) {
      expect(new GestureDriver({ canEdit: false, selected: ['a'] }).down(on).move(20, 0).up().done()).toEqual([
        pan(20, 0),
      ])
    }
  })

  it('[gestures] the wheel pans both ways, with Shift sideways', () => {
    expect(new GestureDriver().wheel({ deltaX: 3, deltaY: 10 }).done()).toEqual([pan(-3, -10)])
    expect(new GestureDriver().holdShift().wheel({ deltaY: 10 }).done()).toEqual([pan(-10, 0)])
    expect(new GestureDriver().holdShift().wheel({ deltaX: 10 }).done()).toEqual([pan(-10, 0)])
  })

  it('[gestures] Ctrl and the wheel zoom about the pointer', () => {
    const [zoom] = new GestureDriver().holdCommand().wheel({ deltaY: -10 }).done()
    expect(zoom).toMatchObject({ kind: 'zoom-about', at: { x: 500, y: 400 } })
    expect(zoom?.kind === 'zoom-about' && zoom.factor).toBeGreaterThan(1)
  })

  it('[gestures] where the setting says so, the plain wheel zooms and Shift pans', () => {
    expect(new GestureDriver({ doesWheelZoom: true }).wheel({ deltaY: 10 }).kinds()).toEqual(['zoom-about'])
    expect(new GestureDriver({ doesWheelZoom: true }).holdShift().wheel({ deltaY: 10 }).kinds()).toEqual(['pan'])
  })
})

describe('two fingers', () => {
  it('[gestures] stretch: what lies between them stays between them', () => {
    expect(pinch().moveTo({ x: 800, y: 400 }).done()).toEqual([
      pan(100, 0),
      { kind: 'zoom-about', factor: 2, at: { x: 600, y: 400 } },
    ])
  })

  it('[gestures] that go the same way pan', () => {
    const hand = pinch().moveTo({ x: 600, y: 420 }).finger(1).moveTo({ x: 400, y: 420 })
    const pans = hand.done().filter((effect) => effect.kind === 'pan')
    expect(pans).toEqual([pan(0, 10), pan(0, 10)])
  })

  it('[gestures] after one has left, the other pans on', () => {
    const hand = pinch().up()
    expect(hand.state.kind).toBe('panning')
    expect(hand.finger(1).moveTo({ x: 410, y: 400 }).done()).toEqual([pan(10, 0)])
    expect(hand.up().state.kind).toBe('idle')
  })

  it('[gestures] a finger that joins one that pans makes it a pinch; a third one is not looked at', () => {
    const hand = new GestureDriver()
      .finger(1)
      .down(emptyTarget)
      .move(50, 0)
      .finger(2)
      .down(emptyTarget, { x: 700, y: 400 })
    expect(hand.state.kind).toBe('pinching')
    expect(hand.finger(3).down(nodeTarget('a')).state.kind).toBe('pinching')
  })

  it('[gestures] that meet do not divide by nothing', () => {
    for (const effect of pinch().moveTo({ x: 400, y: 400 }).moveTo({ x: 600, y: 400 }).done()) {
      if (effect.kind === 'zoom-about') expect(effect.factor).toBeGreaterThan(0)
      if (effect.kind === 'zoom-about') expect(effect.factor).toBeLessThan(Infinity)
    }
  })
})

describe('Space', () => {
  it('[gestures] held and dragged pans anywhere, and is no tap', () => {
    const hand = new GestureDriver().key('Space').down(nodeTarget('a')).move(1, 1).up()
    expect(hand.done()).toEqual([pan(1, 1)])
    expect(hand.key('Space', 'key-up').done()).toEqual([])
    expect(hand.state.kind).toBe('idle')
  })

  it('[gestures] pressed and let go is a tap, on key up, however often the key repeats', () => {
    const hand = new GestureDriver().key('Space').key('Space', 'key-down', true)
    expect(hand.done()).toEqual([])
    expect(hand.key('Space', 'key-up').done()).toEqual([{ kind: 'tap-space' }])
  })

  it('[gestures] let go before the pointer leaves the view panning', () => {
    const hand = new GestureDriver().key('Space').down(nodeTarget('a')).move(9, 0).key('Space', 'key-up')
    expect(hand.move(1, 0).up().done()).toEqual([pan(9, 0), pan(1, 0)])
  })

  it('[gestures] still held after another gesture is no tap', () => {
    const hand = new GestureDriver().down(emptyTarget).move(50, 0).key('Space').up().key('Space', 'key-down', true)
    hand.done()
    expect(hand.key('Space', 'key-up').done()).toEqual([])
  })
})
