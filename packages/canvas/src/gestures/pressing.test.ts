import { limits } from '@espalier/domain'
import { describe, expect, it } from 'vitest'
import { control, empty, Hand, handle, node } from '../testing/hand.ts'

const at = { x: 500, y: 400 }
const { doublePressMs, longPressMs } = limits.gestures

describe('a press', () => {
  it('[gestures] on a node selects it, with Cmd or Ctrl toggles it', () => {
    expect(new Hand().press(node('a')).done()).toEqual([{ kind: 'press', id: 'a', isToggle: false }])
    expect(new Hand().holdCommand().press(node('a')).done()).toEqual([{ kind: 'press', id: 'a', isToggle: true }])
  })

  it('[gestures] on the empty canvas clears the selection, but not with a key held', () => {
    expect(new Hand().press(empty).done()).toEqual([{ kind: 'clear-selection' }])
    expect(new Hand().holdShift().press(empty).done()).toEqual([])
    expect(new Hand().holdCommand().press(empty).done()).toEqual([])
  })

  it('[gestures] on a control or a link handle is left to that button', () => {
    expect(new Hand().press(control('a')).done()).toEqual([])
    expect(new Hand().press(handle('a')).done()).toEqual([])
  })

  it('[gestures] of a hand that trembles is still a press', () => {
    expect(new Hand().down(node('a')).move(2, 2).up().done()).toEqual([{ kind: 'press', id: 'a', isToggle: false }])
  })

  it('[gestures] with the second button waits for the call for a menu', () => {
    const hand = new Hand().down(node('a'), at, 2)
    expect(hand.state.kind).toBe('idle')
    expect(hand.send({ kind: 'menu', at, on: node('a') }).done()).toEqual([
      { kind: 'press', id: 'a', isToggle: false },
      { kind: 'open-menu', id: 'a', at },
    ])
  })

  it('[gestures] that Escape interrupts means nothing', () => {
    expect(new Hand().down(node('a')).key('Escape').up().done()).toEqual([])
  })
})

describe('a double press', () => {
  const press = { kind: 'press', id: 'a', isToggle: false }

  it('[gestures] is two presses on the same node, soon after each other', () => {
    const hand = new Hand().press(node('a')).wait(doublePressMs).press(node('a'))
    expect(hand.done()).toEqual([press, { kind: 'double-press', on: node('a'), at }])
  })

  it('[gestures] is none when it comes late, elsewhere or on another node', () => {
    expect(
      new Hand()
        .press(node('a'))
        .wait(doublePressMs + 1)
        .press(node('a'))
        .done(),
    ).toEqual([press, press])
    expect(new Hand().press(node('a')).press(node('b')).done()).toHaveLength(2)
    expect(new Hand().press(node('a')).down(node('a'), { x: 540, y: 400 }).up().done()).toEqual([press, press])
  })

  it('[gestures] of three presses the last one begins anew', () => {
    const hand = new Hand().press(node('a')).press(node('a')).press(node('a'))
    expect(hand.kinds()).toEqual(['press', 'double-press', 'press'])
  })
})

describe('a long press', () => {
  it('[gestures] of a finger opens the menu of the node, which it selects', () => {
    const hand = new Hand().finger(7).down(node('a'))
    expect(hand.effects).toEqual([{ kind: 'ask-timer', afterMs: longPressMs }])
    hand.effects = []
    expect(hand.send({ kind: 'timer' }).done()).toEqual([
      { kind: 'press', id: 'a', isToggle: false },
      { kind: 'open-menu', id: 'a', at },
    ])
  })

  it('[gestures] the finger that opened the menu does nothing more until it leaves', () => {
    const hand = new Hand({ selected: ['a'] }).finger(7).down(node('a')).send({ kind: 'timer' })
    hand.done()
    expect(hand.move(200, 0).up().done()).toEqual([])
    expect(hand.state.kind).toBe('idle')
  })

  it('[gestures] is asked for once, if the browser sees a long press too', () => {
    const hand = new Hand({ selected: ['a'] }).finger(7).down(node('a'))
    hand.send({ kind: 'menu', at, on: node('a') }).send({ kind: 'timer' })
    expect(hand.kinds()).toEqual(['ask-timer', 'stop-timer', 'open-menu'])
    expect(hand.send({ kind: 'menu', at, on: node('a') }).kinds()).toEqual([])
  })

  it('[gestures] is over once the finger moves or leaves', () => {
    expect(new Hand().finger(7).down(node('a')).move(30, 0).kinds()).toContain('stop-timer')
    expect(new Hand().finger(7).down(node('a')).up().kinds()).toEqual(['ask-timer', 'stop-timer', 'press'])
  })

  it('[gestures] is not for a mouse, which has a second button, nor for a field', () => {
    expect(new Hand().down(node('a')).send({ kind: 'timer' }).kinds()).toEqual([])
    expect(new Hand().finger(7).down(control('a')).kinds()).toEqual([])
  })

  it('[gestures] on the empty canvas asks for a menu of no node', () => {
    expect(new Hand().finger(7).down(empty).send({ kind: 'timer' }).done()).toEqual([
      { kind: 'open-menu', id: null, at },
    ])
  })
})
