import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { controlTarget, emptyTarget, linkHandleTarget, nodeTarget } from '../testing/gesture-driver.ts'
import type { GestureInput } from './input.ts'
import { advanceGesture } from './machine.ts'
import { atRest, type GestureContext, type GestureEffect, type GestureState } from './state.ts'

const at = fc.record({ x: fc.integer({ min: -50, max: 1050 }), y: fc.integer({ min: -50, max: 850 }) })
const pointerId = fc.integer({ min: 1, max: 3 })
const modifiers = fc.record({ isShift: fc.boolean(), isCommand: fc.boolean() })
const on = fc.constantFrom(emptyTarget, nodeTarget('a'), nodeTarget('b'), linkHandleTarget('a'), controlTarget('a'))
const timeMs = fc.integer({ min: 0, max: 2000 })
const delta = fc.constantFrom(-120, -3, 0, 3, 120, Infinity, Number.NaN)

const inputs: fc.Arbitrary<GestureInput> = fc.oneof(
  fc.record({
    kind: fc.constant('pointer-down' as const),
    pointerId,
    pointer: fc.constantFrom('mouse' as const, 'pen' as const, 'touch' as const),
    button: fc.constantFrom(0, 0, 0, 1, 2, 5),
    at,
    modifiers,
    on,
    timeMs,
  }),
  fc.record({ kind: fc.constant('pointer-move' as const), pointerId, at, modifiers }),
  fc.record({ kind: fc.constant('pointer-move' as const), pointerId, at, modifiers }),
  fc.record({ kind: fc.constant('pointer-up' as const), pointerId, at, modifiers, timeMs }),
  fc.record({ kind: fc.constant('pointer-cancel' as const), pointerId }),
  fc.record({
    kind: fc.constant('wheel' as const),
    at,
    modifiers,
    deltaX: delta,
    deltaY: delta,
    deltaMode: fc.constantFrom(0, 1, 2, 7),
  }),
  fc.record({
    kind: fc.constantFrom('key-down' as const, 'key-up' as const),
    key: fc.constantFrom('Space' as const, 'Escape' as const),
    isRepeat: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('menu' as const), at, on }),
  fc.constant({ kind: 'timer' as const }),
  fc.record({ kind: fc.constant('frame' as const), elapsedMs: fc.constantFrom(-1, 0, 16, 5000) }),
)

const contexts: fc.Arbitrary<GestureContext> = fc
  .record({ canEdit: fc.boolean(), isChosen: fc.boolean(), doesWheelZoom: fc.boolean() })
  .map(({ canEdit, doesWheelZoom, isChosen }) => ({
    canEdit,
    doesWheelZoom,
    isSelected: () => isChosen,
    size: { width: 1000, height: 800 },
  }))

const sequences = fc.array(inputs, { maxLength: 60 })

function play(sequence: readonly GestureInput[], context: GestureContext) {
  let state: GestureState = atRest
  const effects: GestureEffect[] = []
  for (const input of sequence) {
    const next = advanceGesture(state, input, context)
    state = next.state
    effects.push(...next.effects)
  }
  return { state, effects }
}

const numbersIn = (effect: GestureEffect): number[] =>
  Object.values(effect)
    .flatMap((value) =>
      typeof value === 'number' ? [value] : typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
    .filter((value) => typeof value === 'number')

/** Each first effect must be ended by one of the second before it begins again. */
const pairs = [
  ['start-drag', ['drop', 'cancel-drag']],
  ['start-link', ['drop-link', 'cancel-link']],
  ['ask-frames', ['stop-frames']],
] as const

describe('gesture machine with random input', () => {
  it('[gestures] is at rest after a cancel, and a second cancel has no effect', () => {
    fc.assert(
      fc.property(sequences, contexts, (sequence, context) => {
        const { state } = play(sequence, context)
        const ended = advanceGesture(state, { kind: 'cancel' }, context)
        expect(ended.state).toEqual(atRest)
        expect(advanceGesture(ended.state, { kind: 'cancel' }, context).effects).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('[gestures] ends every drag and every frame request exactly once', () => {
    fc.assert(
      fc.property(sequences, contexts, (sequence, context) => {
        const kinds = play([...sequence, { kind: 'cancel' }], context).effects.map(({ kind }) => kind)
        for (const [begin, ends] of pairs) {
          let isOpen = false
          for (const kind of kinds) {
            const isEnd = ends.some((end) => end === kind)
            if (kind === begin || isEnd) expect(isOpen).toBe(isEnd)
            if (kind === begin || isEnd) isOpen = !isEnd
          }
          expect(isOpen).toBe(false)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('[gestures] leaves no timer running at rest', () => {
    fc.assert(
      fc.property(sequences, contexts, (sequence, context) => {
        let [state, isRunning]: [GestureState, boolean] = [atRest, false]
        for (const input of sequence) {
          if (input.kind === 'timer' && !isRunning) continue
          if (input.kind === 'timer') isRunning = false
          const next = advanceGesture(state, input, context)
          state = next.state
          for (const { kind } of next.effects) {
            if (kind === 'ask-timer' || kind === 'stop-timer') isRunning = kind === 'ask-timer'
          }
          if (isRunning) expect(state.kind).toBe('pressing')
        }
      }),
      { numRuns: 500 },
    )
  })

  it('[gestures] never lets a viewer drag and never emits an invalid number', () => {
    fc.assert(
      fc.property(sequences, contexts, (sequence, context) => {
        for (const effect of play(sequence, context).effects) {
          if (!context.canEdit) expect(effect.kind).not.toMatch(/drag|drop|link/)
          for (const number of numbersIn(effect)) expect(number).toSatisfy(Number.isFinite)
        }
      }),
      { numRuns: 500 },
    )
  })
})
