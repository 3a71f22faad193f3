import { describe, expect, it } from 'vitest'
import { controlTarget, emptyTarget, GestureDriver, linkHandleTarget, nodeTarget } from '../testing/gesture-driver.ts'

const pan = (dx: number, dy: number) => ({ kind: 'pan', dx, dy })
const pinch = () =>
  new GestureDriver().finger(1).down(emptyTarget, { x: 400, y: 400 }).finger(2).down(emptyTarget, { x: 600, y: 400 })

describe('panning', () => {
  it('[gestures] pans by a drag on the empty canvas from its start', () => {
    const hand = new GestureDriver().down(emptyTarget).move(30, 10).move(-5, 0).up()
    expect(hand.done()).toEqual([pan(30, 10), pan(-5, 0)])
    expect(hand.state.kind).toBe('idle')
  })

  it('[gestures] pans with one finger, also on an unselected node and on a button', () => {
    for (const on of [emptyTarget, nodeTarget('a'), controlTarget('a')]) {
      expect(new GestureDriver().finger(1).down(on).move(0, 40).up().done()).toEqual([pan(0, 40)])
    }
  })

  it('[gestures] moves nothing when a mouse is dragged off a button', () => {
    expect(new GestureDriver().down(controlTarget('a')).move(90, 90).up().done()).toEqual([])
  })

  it('[gestures] pans anywhere with the middle button', () => {
    expect(new GestureDriver().down(nodeTarget('a'), { x: 1, y: 1 }, 1).move(2, 0).up().done()).toEqual([pan(2, 0)])
  })

  it('[gestures] pans for viewers by a drag on a node or a handle', () => {
    for (const on of [nodeTarget('a'), linkHandleTarget('a')]) {
      expect(new GestureDriver({ canEdit: false, selected: ['a'] }).down(on).move(20, 0).up().done()).toEqual([
        pan(20, 0),
      ])
    }
  })

  it('[gestures] pans in both directions by the wheel, and sideways with Shift', () => {
    expect(new GestureDriver().wheel({ deltaX: 3, deltaY: 10 }).done()).toEqual([pan(-3, -10)])
    expect(new GestureDriver().holdShift().wheel({ deltaY: 10 }).done()).toEqual([pan(-10, 0)])
    expect(new GestureDriver().holdShift().wheel({ deltaX: 10 }).done()).toEqual([pan(-10, 0)])
  })

  it('[gestures] zooms about the pointer by Ctrl and the wheel', () => {
    const [zoom] = new GestureDriver().holdCommand().wheel({ deltaY: -10 }).done()
    expect(zoom).toMatchObject({ kind: 'zoom-about', at: { x: 500, y: 400 } })
    expect(zoom?.kind === 'zoom-about' && zoom.factor).toBeGreaterThan(1)
  })

  it('[gestures] zooms by the plain wheel and pans with Shift when that setting is on', () => {
    expect(new GestureDriver({ doesWheelZoom: true }).wheel({ deltaY: 10 }).kinds()).toEqual(['zoom-about'])
    expect(new GestureDriver({ doesWheelZoom: true }).holdShift().wheel({ deltaY: 10 }).kinds()).toEqual(['pan'])
  })
})

describe('pinching', () => {
  it('[gestures] keeps the point between two fingers while they spread', () => {
    expect(pinch().moveTo({ x: 800, y: 400 }).done()).toEqual([
      pan(100, 0),
      { kind: 'zoom-about', factor: 2, at: { x: 600, y: 400 } },
    ])
  })

  it('[gestures] pans when two fingers move the same way', () => {
    const hand = pinch().moveTo({ x: 600, y: 420 }).finger(1).moveTo({ x: 400, y: 420 })
    const pans = hand.done().filter((effect) => effect.kind === 'pan')
    expect(pans).toEqual([pan(0, 10), pan(0, 10)])
  })

  it('[gestures] continues panning with the remaining finger', () => {
    const hand = pinch().up()
    expect(hand.state.kind).toBe('panning')
    expect(hand.finger(1).moveTo({ x: 410, y: 400 }).done()).toEqual([pan(10, 0)])
    expect(hand.up().state.kind).toBe('idle')
  })

  it('[gestures] turns panning into a pinch with a second finger and ignores a third', () => {
    const hand = new GestureDriver()
      .finger(1)
      .down(emptyTarget)
      .move(50, 0)
      .finger(2)
      .down(emptyTarget, { x: 700, y: 400 })
    expect(hand.state.kind).toBe('pinching')
    expect(hand.finger(3).down(nodeTarget('a')).state.kind).toBe('pinching')
  })

  it('[gestures] does not divide by zero when two fingers meet', () => {
    for (const effect of pinch().moveTo({ x: 400, y: 400 }).moveTo({ x: 600, y: 400 }).done()) {
      if (effect.kind === 'zoom-about') expect(effect.factor).toBeGreaterThan(0)
      if (effect.kind === 'zoom-about') expect(effect.factor).toBeLessThan(Infinity)
    }
  })
})

describe('Space', () => {
  it('[gestures] pans anywhere while Space is held, without a tap', () => {
    const hand = new GestureDriver().key('Space').down(nodeTarget('a')).move(1, 1).up()
    expect(hand.done()).toEqual([pan(1, 1)])
    expect(hand.key('Space', 'key-up').done()).toEqual([])
    expect(hand.state.kind).toBe('idle')
  })

  it('[gestures] counts pressing and releasing Space as one tap, despite key repeat', () => {
    const hand = new GestureDriver().key('Space').key('Space', 'key-down', true)
    expect(hand.done()).toEqual([])
    expect(hand.key('Space', 'key-up').done()).toEqual([{ kind: 'tap-space' }])
  })

  it('[gestures] keeps panning when Space is released before the pointer', () => {
    const hand = new GestureDriver().key('Space').down(nodeTarget('a')).move(9, 0).key('Space', 'key-up')
    expect(hand.move(1, 0).up().done()).toEqual([pan(9, 0), pan(1, 0)])
  })

  it('[gestures] does not count Space held through another gesture as a tap', () => {
    const hand = new GestureDriver().down(emptyTarget).move(50, 0).key('Space').up().key('Space', 'key-down', true)
    hand.done()
    expect(hand.key('Space', 'key-up').done()).toEqual([])
  })
})
