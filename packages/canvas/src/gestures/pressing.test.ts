import { limits } from '@espalier/domain'
import { describe, expect, it } from 'vitest'
import { controlTarget, emptyTarget, GestureDriver, linkHandleTarget, nodeTarget } from '../testing/gesture-driver.ts'

const at = { x: 500, y: 400 }
const { doublePressMs, longPressMs } = limits.gestures

describe('press', () => {
  it('[gestures] selects a node by a press and toggles it with Cmd or Ctrl', () => {
    expect(new GestureDriver().press(nodeTarget('a')).done()).toEqual([{ kind: 'press', id: 'a', isToggle: false }])
    expect(new GestureDriver().holdCommand().press(nodeTarget('a')).done()).toEqual([
      { kind: 'press', id: 'a', isToggle: true },
    ])
  })

  it('[gestures] clears the selection on the empty canvas, but not with a modifier', () => {
    expect(new GestureDriver().press(emptyTarget).done()).toEqual([{ kind: 'clear-selection' }])
    expect(new GestureDriver().holdShift().press(emptyTarget).done()).toEqual([])
    expect(new GestureDriver().holdCommand().press(emptyTarget).done()).toEqual([])
  })

  it('[gestures] leaves a press on a control or a link handle to that button', () => {
    expect(new GestureDriver().press(controlTarget('a')).done()).toEqual([])
    expect(new GestureDriver().press(linkHandleTarget('a')).done()).toEqual([])
  })

  it('[gestures] treats a small movement as a press', () => {
    expect(new GestureDriver().down(nodeTarget('a')).move(2, 2).up().done()).toEqual([
      { kind: 'press', id: 'a', isToggle: false },
    ])
  })

  it('[gestures] waits for the menu event with the second button', () => {
    const hand = new GestureDriver().down(nodeTarget('a'), at, 2)
    expect(hand.state.kind).toBe('idle')
    expect(hand.send({ kind: 'menu', at, on: nodeTarget('a') }).done()).toEqual([
      { kind: 'press', id: 'a', isToggle: false },
      { kind: 'open-menu', id: 'a', at },
    ])
  })

  it('[gestures] ignores a press interrupted by Escape', () => {
    expect(new GestureDriver().down(nodeTarget('a')).key('Escape').up().done()).toEqual([])
  })
})

describe('double press', () => {
  const press = { kind: 'press', id: 'a', isToggle: false }

  it('[gestures] detects two quick presses on the same node', () => {
    const hand = new GestureDriver().press(nodeTarget('a')).wait(doublePressMs).press(nodeTarget('a'))
    expect(hand.done()).toEqual([press, { kind: 'double-press', on: nodeTarget('a'), at }])
  })

  it('[gestures] detects no double press when it is late, elsewhere or on another node', () => {
    expect(
      new GestureDriver()
        .press(nodeTarget('a'))
        .wait(doublePressMs + 1)
        .press(nodeTarget('a'))
        .done(),
    ).toEqual([press, press])
    expect(new GestureDriver().press(nodeTarget('a')).press(nodeTarget('b')).done()).toHaveLength(2)
    expect(new GestureDriver().press(nodeTarget('a')).down(nodeTarget('a'), { x: 540, y: 400 }).up().done()).toEqual([
      press,
      press,
    ])
  })

  it('[gestures] starts over with the third of three presses', () => {
    const hand = new GestureDriver().press(nodeTarget('a')).press(nodeTarget('a')).press(nodeTarget('a'))
    expect(hand.kinds()).toEqual(['press', 'double-press', 'press'])
  })
})

describe('long press', () => {
  it('[gestures] selects the node and opens its menu on a long press', () => {
    const hand = new GestureDriver().finger(7).down(nodeTarget('a'))
    expect(hand.effects).toEqual([{ kind: 'ask-timer', afterMs: longPressMs }])
    hand.effects = []
    expect(hand.send({ kind: 'timer' }).done()).toEqual([
      { kind: 'press', id: 'a', isToggle: false },
      { kind: 'open-menu', id: 'a', at },
    ])
  })

  it('[gestures] ignores the finger that opened the menu until it is lifted', () => {
    const hand = new GestureDriver({ selected: ['a'] }).finger(7).down(nodeTarget('a')).send({ kind: 'timer' })
    hand.done()
    expect(hand.move(200, 0).up().done()).toEqual([])
    expect(hand.state.kind).toBe('idle')
  })

  it('[gestures] opens the menu once if the browser detects a long press too', () => {
    const hand = new GestureDriver({ selected: ['a'] }).finger(7).down(nodeTarget('a'))
    hand.send({ kind: 'menu', at, on: nodeTarget('a') }).send({ kind: 'timer' })
    expect(hand.kinds()).toEqual(['ask-timer', 'stop-timer', 'open-menu'])
    expect(hand.send({ kind: 'menu', at, on: nodeTarget('a') }).kinds()).toEqual([])
  })

  it('[gestures] ends a long press when the finger moves or is lifted', () => {
    expect(new GestureDriver().finger(7).down(nodeTarget('a')).move(30, 0).kinds()).toContain('stop-timer')
    expect(new GestureDriver().finger(7).down(nodeTarget('a')).up().kinds()).toEqual([
      'ask-timer',
      'stop-timer',
      'press',
    ])
  })

  it('[gestures] has no long press for a mouse or in a field', () => {
    expect(new GestureDriver().down(nodeTarget('a')).send({ kind: 'timer' }).kinds()).toEqual([])
    expect(new GestureDriver().finger(7).down(controlTarget('a')).kinds()).toEqual([])
  })

  it('[gestures] opens a menu without a node on the empty canvas', () => {
    expect(new GestureDriver().finger(7).down(emptyTarget).send({ kind: 'timer' }).done()).toEqual([
      { kind: 'open-menu', id: null, at },
    ])
  })
})
