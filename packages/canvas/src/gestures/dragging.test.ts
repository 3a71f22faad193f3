import { limits } from '@espalier/domain'
import { describe, expect, it } from 'vitest'
import { emptyTarget, GestureDriver, linkHandleTarget, nodeTarget } from '../testing/gesture-driver.ts'

const from = { x: 500, y: 400 }
const to = { x: 550, y: 400 }

const atEdge = () => new GestureDriver().down(nodeTarget('a')).moveTo(to).moveTo({ x: 0, y: 0 })
const frame = (left: number, top: number, width: number, height: number) => ({ left, top, width, height })

describe('dragging a node', () => {
  it('[gestures] takes its subtree along, selects it first and drops it where it is let go', () => {
    expect(new GestureDriver().down(nodeTarget('a')).moveTo(to).up().done()).toEqual([
      { kind: 'press', id: 'a', isToggle: false },
      { kind: 'start-drag', id: 'a', from, isAlone: false },
      { kind: 'drag-over', id: 'a', at: to, isAlone: false },
      { kind: 'drop', id: 'a', at: to, isAlone: false },
    ])
  })

  it('[gestures] a selected node takes the whole selection along', () => {
    expect(new GestureDriver({ selected: ['a', 'b'] }).down(nodeTarget('a')).moveTo(to).kinds()).not.toContain('press')
  })

  it('[gestures] with Shift it moves alone; Shift counts when it is let go', () => {
    const hand = new GestureDriver({ selected: ['a'] }).holdShift().down(nodeTarget('a')).moveTo(to)
    expect(hand.done()[0]).toEqual({ kind: 'start-drag', id: 'a', from, isAlone: true })
    expect(hand.letGoOfKeys().up().done()).toEqual([{ kind: 'drop', id: 'a', at: to, isAlone: false }])
  })

  it('[gestures] one finger drags a selected node', () => {
    const hand = new GestureDriver({ selected: ['a'] }).finger(3).down(nodeTarget('a')).moveTo(to).up()
    expect(hand.done().map(({ kind }) => kind)).toEqual(['start-drag', 'drag-over', 'drop'])
  })

  it('[gestures] Escape, a lost pointer and a left window cancel it', () => {
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

  it('[gestures] a pointer that goes down twice was let go unseen: the first drag is cancelled', () => {
    const hand = new GestureDriver({ selected: ['a'] }).down(nodeTarget('a')).moveTo(to)
    hand.done()
    expect(hand.press(nodeTarget('b')).done()).toEqual([
      { kind: 'cancel-drag' },
      { kind: 'press', id: 'b', isToggle: false },
    ])
  })

  it('[gestures] another finger does not disturb it', () => {
    const hand = new GestureDriver({ selected: ['a'] }).finger(1).down(nodeTarget('a')).moveTo(to)
    expect(hand.finger(2).down(emptyTarget).up().state.kind).toBe('dragging')
  })

  it('[gestures] at the edge the view moves towards it, with every frame', () => {
    const hand = new GestureDriver({ selected: ['a'] }).down(nodeTarget('a')).moveTo({ x: 1000, y: 400 })
    hand.kinds()
    expect(hand.moveTo({ x: 1005, y: 400 }).kinds()).toEqual(['ask-frames', 'drag-over'])
    const way = limits.gestures.autopan.pxPerSecond / 50
    expect(hand.send({ kind: 'frame', elapsedMs: 20 }).done()[0]).toEqual({ kind: 'pan', dx: -way, dy: 0 })
    expect(hand.moveTo(from).kinds()).toEqual(['stop-frames', 'drag-over'])
    expect(hand.send({ kind: 'frame', elapsedMs: 20 }).kinds()).toEqual([])
  })

  it('[gestures] at the edge, ending it ends the frames', () => {
    expect(atEdge().up().kinds().slice(-2)).toEqual(['stop-frames', 'drop'])
    expect(atEdge().key('Escape').kinds().slice(-2)).toEqual(['stop-frames', 'cancel-drag'])
  })

  it('[gestures] the wheel moves the view under it', () => {
    const hand = new GestureDriver().down(nodeTarget('a')).moveTo(to)
    hand.kinds()
    expect(hand.wheel({ deltaY: 10 }).kinds()).toEqual(['pan', 'drag-over'])
  })
})

describe('dragging a link handle', () => {
  it('[gestures] draws a link to where it is let go', () => {
    expect(new GestureDriver().down(linkHandleTarget('a')).moveTo(to).up().done()).toEqual([
      { kind: 'start-link', id: 'a', from },
      { kind: 'link-over', id: 'a', at: to },
      { kind: 'drop-link', id: 'a', at: to },
    ])
  })

  it('[gestures] is cancelled by Escape, and moves the view at the edge', () => {
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
  it('[gestures] Shift and a drag on the empty canvas draw one, in any direction', () => {
    expect(new GestureDriver().holdShift().down(emptyTarget).move(-100, -50).up().done()).toEqual([
      { kind: 'frame-changed', frame: frame(400, 350, 100, 50), isAdding: false },
      { kind: 'frame-ended', frame: frame(400, 350, 100, 50), isAdding: false },
    ])
  })

  it('[gestures] a reader may draw one too: it changes nothing', () => {
    expect(new GestureDriver({ canEdit: false }).holdShift().down(emptyTarget).move(9, 9).state.kind).toBe('framing')
  })

  it('[gestures] its first corner stays on the paper while the view moves', () => {
    const hand = new GestureDriver().holdShift().down(emptyTarget).move(100, 100)
    hand.letGoOfKeys().wheel({ deltaY: 40 })
    expect(hand.done().at(-1)).toEqual({ kind: 'frame-changed', frame: frame(500, 360, 100, 140), isAdding: false })
  })

  it('[gestures] Escape takes it back', () => {
    expect(new GestureDriver().holdShift().down(emptyTarget).move(9, 9).key('Escape').up().kinds().at(-1)).toBe(
      'cancel-frame',
    )
  })
})
