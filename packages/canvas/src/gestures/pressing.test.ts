import { limits } from '@espalier/domain'
import { describe, expect, it } from 'vitest'
import { controlTarget, emptyTarget, GestureDriver, linkHandleTarget, nodeTarget } from '../testing/gesture-driver.ts'

const at = { x: 500, y: 400 }
const { doublePressMs, longPressMs } = limits.gestures

describe('a press', () => {
  it('[gestures] on a node selects it, with Cmd or Ctrl toggles it', () => {
    expect(new GestureDriver().press(nodeTarget('a')).done()).toEqual([{ kind: 'press', id: 'a', isToggle: false }])
    expect(new GestureDriver().holdCommand().press(nodeTarget('a')).done()).toEqual([
      { kind: 'press', id: 'a', isToggle: true },
    ])
  })

  it('[gestures] on the empty canvas clears the selection, but not with a key held', () => {
    expect(new GestureDriver().press(emptyTarget).done()).toEqual([{ kind: 'clear-selection' }])
    expect(new GestureDriver().holdShift().press(emptyTarget).done()).toEqual([])
    expect(new GestureDriver().holdCommand().press(emptyTarget).done()).toEqual([])
  })

  it('[gestures] on a control or a link handle is left to that button', () => {
    expect(new GestureDriver().press(controlTarget('a')).done()).toEqual([])
    expect(new GestureDriver().press(linkHandleTarget('a')).done()).toEqual([])
  })

  it('[gestures] of a hand that trembles is still a press', () => {
    expect(new GestureDriver().down(nodeTarget('a')).move(2, 2).up().done()).toEqual([
      { kind: 'press', id: 'a', isToggle: false },
    ])
  })

  it('[gestures] with the second button waits for the call for a menu', () => {
    const hand = new GestureDriver().down(nodeTarget('a'), at, 2)
    expect(hand.state.kind).toBe('idle')
    expect(hand.send({ kind: 'menu', at, on: nodeTarget('a') }).done()).toEqual([
      { kind: 'press', id: 'a', isToggle: false },
      { kind: 'open-menu', id: 'a', at },
    ])
  })

  it('[gestures] that Escape interrupts means nothing', () => {
    expect(new GestureDriver().down(nodeTarget('a')).key('Escape').up().done()).toEqual([])
  })
})

describe('a double press', () => {
  const press = { kind: 'press', id: 'a', isToggle: false }

  it('[gestures] is two presses on the same node, soon after each other', () => {
    const hand = new GestureDriver().press(nodeTarget('a')).wait(doublePressMs).press(nodeTarget('a'))
    expect(hand.done()).toEqual([press, { kind: 'double-press', on: nodeTarget('a'), at }])
  })

  it('[gestures] is none when it comes late, elsewhere or on another node', () => {
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

  it('[gestures] of three presses the last one begins anew', () => {
    const hand = new GestureDriver().press(nodeTarget('a')).press(nodeTarget('a')).press(nodeTarget('a'))
    expect(hand.kinds()).toEqual(['press', 'double-press', 'press'])
  })
})

describe('a long press', () => {
  it('[gestures] of a finger opens the menu of the node, which it selects', () => {
    const hand = new GestureDriver().finger(7).down(nodeTarget('a'))
    expect(hand.effects).toEqual([{ kind: 'ask-timer', afterMs: longPressMs }])
    hand.effects = []
    expect(hand.send({ kind: 'timer' }).done()).toEqual([
      { kind: 'press', id: 'a', isToggle: false },
      { kind: 'open-menu', id: 'a', at },
    ])
  })

  it('[gestures] the finger that opened the menu does nothing more until it leaves', () => {
    const hand = new GestureDriver({ selected: ['a'] }).finger(7).down(nodeTarget('a')).send({ kind: 'timer' })
    hand.done()
    expect(hand.move(200, 0).up().done()).toEqual([])
    expect(hand.state.kind).toBe('idle')
  })

  it('[gestures] is asked for once, if the browser sees a long press too', () => {
    const hand = new GestureDriver({ selected: ['a'] }).finger(7).down(nodeTarget('a'))
    hand.send({ kind: 'menu', at, on: nodeTarget('a') }).send({ kind: 'timer' })
    expect(hand.kinds()).toEqual(['ask-timer', 'stop-timer', 'open-menu'])
    expect(hand.send({ kind: 'menu', at, on: nodeTarget('a') }).kinds()).toEqual([])
  })

  it('[gestures] is over once the finger moves or leaves', () => {
    expect(new GestureDriver().finger(7).down(nodeTarget('a')).move(30, 0).kinds()).toContain('stop-timer')
    expect(new GestureDriver().finger(7).down(nodeTarget('a')).up().kinds()).toEqual([
      'ask-timer',
      'stop-timer',
      'press',
    ])
  })

  it('[gestures] is not for a mouse, which has a second button, nor for a field', () => {
    expect(new GestureDriver().down(nodeTarget('a')).send({ kind: 'timer' }).kinds()).toEqual([])
    expect(new GestureDriver().finger(7).down(controlTarget('a')).kinds()).toEqual([])
  })

  it('[gestures] on the empty canvas asks for a menu of no node', () => {
    expect(new GestureDriver().finger(7).down(emptyTarget).send({ kind: 'timer' }).done()).toEqual([
      { kind: 'open-menu', id: null, at },
    ])
  })
})
