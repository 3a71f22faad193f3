import { limits } from '@espalier/domain'
import { describe, expect, it } from 'vitest'
import { emptyTarget, GestureDriver, linkHandleTarget, nodeTarget } from '../testing/gesture-driver.ts'

const from = { x: 500, y: 400 }
const to = { x: 550, y: 400 }

const atEdge = () => new GestureDriver().down(nodeTarget('a')).moveTo(to).moveTo({ x: 0, y: 0 })
const frame = (left: number, top: number, width: number, height: number) => ({ left, top, width, height })

describe('dragging a node', () => {
  it('[gestures] selects a node, drags its subtree and drops it at the pointer', () => {
    expect(new GestureDriver().down(nodeTarget('a')).moveTo(to).up().done()).toEqual([
      { kind: 'press', id: 'a', isToggle: false },
      { kind: 'start-drag', id: 'a', from, isAlone: false },
      { kind: 'drag-over', id: 'a', at: to, isAlone: false },
      { kind: 'drop', id: 'a', at: to, isAlone: false },
    ])
  })

  it('[gestures] drags the whole selection with a selected node', () => {
    expect(new GestureDriver({ selected: ['a', 'b'] }).down(nodeTarget('a')).moveTo(to).kinds()).not.toContain('press')
  })

  it('[gestures] moves a node alone if Shift is held on release', () => {
    const hand = new GestureDriver({ selected: ['a'] }).holdShift().down(nodeTarget('a')).moveTo(to)
    expect(hand.done()[0]).toEqual({ kind: 'start-drag', id: 'a', from, isAlone: true })
    expect(hand.letGoOfKeys().up().done()).toEqual([{ kind: 'drop', id: 'a', at: to, isAlone: false }])
  })

  it('[gestures] drags a selected node with one finger', () => {
    const hand = new GestureDriver({ selected: ['a'] }).finger(3).down(nodeTarget('a')).moveTo(to).up()
    expect(hand.done().map(({ kind }) => kind)).toEqual(['start-drag', 'drag-over', 'drop'])
  })

  it('[gestures] cancels a drag on Escape, a lost pointer and a left window', () => {
    for (const input of [
      { kind: 'key-down', key: 'Escape', isRepeat: false },
      { kind: 'pointer-cancel', pointerId: 1 },
      { kind: 'cancel' },
    ] as const) {
      const hand = new GestureDriver().down(nodeTarget('a')).moveTo(to)
      hand.done()
      expect(hand.send(input).up().done()).toEqual([{ kind: 'cancel-drag' }])
    }
  })

  it('[gestures] cancels the first drag when a pointer goes down twice', () => {
    const hand = new GestureDriver({ selected: ['a'] }).down(nodeTarget('a')).moveTo(to)
    hand.done()
    expect(hand.press(nodeTarget('b')).done()).toEqual([
      { kind: 'cancel-drag' },
      { kind: 'press', id: 'b', isToggle: false },
    ])
  })

  it('[gestures] ignores another finger during a drag', () => {
    const hand = new GestureDriver({ selected: ['a'] }).finger(1).down(nodeTarget('a')).moveTo(to)
    expect(hand.finger(2).down(emptyTarget).up().state.kind).toBe('dragging')
  })

  it('[gestures] pans with every frame while a drag is at the edge', () => {
    const hand = new GestureDriver({ selected: ['a'] }).down(nodeTarget('a')).moveTo({ x: 1000, y: 400 })
    hand.kinds()
    expect(hand.moveTo({ x: 1005, y: 400 }).kinds()).toEqual(['ask-frames', 'drag-over'])
    const way = limits.gestures.autopan.pxPerSecond / 50
    expect(hand.send({ kind: 'frame', elapsedMs: 20 }).done()[0]).toEqual({ kind: 'pan', dx: -way, dy: 0 })
    expect(hand.moveTo(from).kinds()).toEqual(['stop-frames', 'drag-over'])
    expect(hand.send({ kind: 'frame', elapsedMs: 20 }).kinds()).toEqual([])
  })

  it('[gestures] stops the frames when a drag at the edge ends', () => {
    expect(atEdge().up().kinds().slice(-2)).toEqual(['stop-frames', 'drop'])
    expect(atEdge().key('Escape').kinds().slice(-2)).toEqual(['stop-frames', 'cancel-drag'])
  })

  it('[gestures] pans by the wheel during a drag', () => {
    const hand = new GestureDriver().down(nodeTarget('a')).moveTo(to)
    hand.kinds()
    expect(hand.wheel({ deltaY: 10 }).kinds()).toEqual(['pan', 'drag-over'])
  })
})

describe('dragging a link handle', () => {
  it('[gestures] draws a link to the point of release', () => {
    expect(new GestureDriver().down(linkHandleTarget('a')).moveTo(to).up().done()).toEqual([
      { kind: 'start-link', id: 'a', from },
      { kind: 'link-over', id: 'a', at: to },
      { kind: 'drop-link', id: 'a', at: to },
    ])
  })

  it('[gestures] cancels a link on Escape and pans at the edge', () => {
    const hand = new GestureDriver().down(linkHandleTarget('a')).moveTo(to).moveTo({ x: 500, y: 799 })
    expect(hand.send({ kind: 'frame', elapsedMs: 16 }).key('Escape').kinds().slice(-5)).toEqual([
      'link-over',
      'pan',
      'link-over',
      'stop-frames',
      'cancel-link',
    ])
  })
})

describe('drawing a frame', () => {
  it('[gestures] draws a frame in any direction by Shift and a drag on the empty canvas', () => {
    expect(new GestureDriver().holdShift().down(emptyTarget).move(-100, -50).up().done()).toEqual([
      { kind: 'frame-changed', frame: frame(400, 350, 100, 50), isAdding: false },
      { kind: 'frame-ended', frame: frame(400, 350, 100, 50), isAdding: false },
    ])
  })

  it('[gestures] lets viewers draw a frame', () => {
    expect(new GestureDriver({ canEdit: false }).holdShift().down(emptyTarget).move(9, 9).state.kind).toBe('framing')
  })

  it('[gestures] keeps the first corner of a frame in the world while the view moves', () => {
    const hand = new GestureDriver().holdShift().down(emptyTarget).move(100, 100)
    hand.letGoOfKeys().wheel({ deltaY: 40 })
    expect(hand.done().at(-1)).toEqual({ kind: 'frame-changed', frame: frame(500, 360, 100, 140), isAdding: false })
  })

  it('[gestures] removes a frame on Escape', () => {
    expect(new GestureDriver().holdShift().down(emptyTarget).move(9, 9).key('Escape').up().kinds().at(-1)).toBe(
      'cancel-frame',
    )
  })
})
