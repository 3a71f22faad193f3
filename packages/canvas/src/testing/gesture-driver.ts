import type { NodeId } from '@espalier/domain'
import type { Point } from '@espalier/layout'
import type { GestureInput, GestureTarget, Modifiers, PointerKind, WheelInput } from '../gestures/input.ts'
import { advanceGesture } from '../gestures/machine.ts'
import { atRest, type GestureContext, type GestureEffect, type GestureState } from '../gestures/state.ts'

export const emptyTarget: GestureTarget = { kind: 'empty' }
export const nodeTarget = (id: NodeId): GestureTarget => ({ kind: 'node', id })
export const linkHandleTarget = (id: NodeId): GestureTarget => ({ kind: 'link-handle', id })
export const controlTarget = (id: NodeId): GestureTarget => ({ kind: 'control', id })

const noModifiers: Modifiers = { isShift: false, isCommand: false }
const shift: Modifiers = { isShift: true, isCommand: false }
const command: Modifiers = { isShift: false, isCommand: true }

interface DriverOptions {
  readonly selected?: readonly NodeId[]
  readonly canEdit?: boolean
  readonly doesWheelZoom?: boolean
}

/** A pointer over a canvas of 1000 by 800, by default a mouse at (500, 400). It records the effects. */
export class GestureDriver {
  state: GestureState = atRest
  effects: GestureEffect[] = []
  #pointer: PointerKind = 'mouse'
  #pointerId = 1
  #modifiers = noModifiers
  #at: Point = { x: 500, y: 400 }
  #timeMs = 0
  readonly #context: GestureContext

  constructor({ selected = [], canEdit = true, doesWheelZoom = false }: DriverOptions = {}) {
    this.#context = {
      canEdit,
      doesWheelZoom,
      isSelected: (id) => selected.includes(id),
      size: { width: 1000, height: 800 },
    }
  }

  finger(pointerId: number): this {
    this.#pointer = 'touch'
    this.#pointerId = pointerId
    return this
  }

  holdShift = () => this.#hold(shift)
  holdCommand = () => this.#hold(command)
  letGoOfKeys = () => this.#hold(noModifiers)

  down(on: GestureTarget, at: Point = this.#at, button = 0): this {
    this.#at = at
    const [pointerId, pointer, modifiers, timeMs] = [this.#pointerId, this.#pointer, this.#modifiers, this.#timeMs]
    return this.send({ kind: 'pointer-down', pointerId, pointer, button, at, modifiers, on, timeMs })
  }

  move(dx: number, dy: number): this {
    return this.moveTo({ x: this.#at.x + dx, y: this.#at.y + dy })
  }

  moveTo(at: Point): this {
    this.#at = at
    return this.send({ kind: 'pointer-move', pointerId: this.#pointerId, at, modifiers: this.#modifiers })
  }

  up(): this {
    const [pointerId, at, modifiers, timeMs] = [this.#pointerId, this.#at, this.#modifiers, this.#timeMs]
    return this.send({ kind: 'pointer-up', pointerId, at, modifiers, timeMs })
  }

  press = (on: GestureTarget) => this.down(on).up()

  wait(ms: number): this {
    this.#timeMs += ms
    return this
  }

  key(key: 'Space' | 'Escape', kind: 'key-down' | 'key-up' = 'key-down', isRepeat = false): this {
    return this.send({ kind, key, isRepeat })
  }

  wheel(turn: Partial<WheelInput>): this {
    const still = { deltaX: 0, deltaY: 0, deltaMode: 0, at: this.#at, modifiers: this.#modifiers }
    return this.send({ kind: 'wheel', ...still, ...turn })
  }

  send(input: GestureInput): this {
    const { state, effects } = advanceGesture(this.state, input, this.#context)
    this.state = state
    this.effects.push(...effects)
    return this
  }

  /** Returns the effects since the last call, without requests for timers, frames and pointers. */
  done(): GestureEffect[] {
    const effects = this.effects.splice(0)
    return effects.filter(({ kind }) => !/^(ask|stop|capture)-/.test(kind))
  }

  kinds = () => this.effects.splice(0).map(({ kind }) => kind)

  #hold(modifiers: Modifiers): this {
    this.#modifiers = modifiers
    return this
  }
}
