import {
  advanceGesture,
  atRest,
  type GestureContext,
  type GestureEffect,
  type GestureInput,
  type GestureState,
} from '@espalier/canvas'
import type { Workbench } from '../../workbench/workbench.ts'
import type { CanvasStage } from '../stage.ts'
import type { Surface } from '../surface.ts'
import { createDeeds } from './carry-out.ts'
import { createPulse } from './pulse.ts'

/** Runs the gesture machine of a canvas: one input after the other, and everything that follows from it. */
export class Hand {
  readonly #root: HTMLElement
  readonly #context: GestureContext
  readonly #carryOut: ReturnType<typeof createDeeds>
  readonly #pulse = createPulse((input) => this.feed(input))
  readonly #waiting: GestureInput[] = []
  #state: GestureState = atRest
  #isFeeding = false

  constructor(bench: Workbench, stage: CanvasStage, surface: Surface) {
    this.#root = surface.root
    this.#carryOut = createDeeds(bench, stage, surface)
    this.#context = {
      get canEdit() {
        return bench.board.canEdit.get()
      },
      get size() {
        return stage.projection.size
      },
      get doesWheelZoom() {
        return bench.hand.get().doesWheelZoom
      },
      isSelected: (id) => bench.selection.get().ids.has(id),
    }
  }

  get doing(): GestureState['kind'] {
    return this.#state.kind
  }

  /** An input that comes while another is carried out (a focus that moves, a pointer that is gone) waits for its turn. */
  feed(input: GestureInput): void {
    this.#waiting.push(input)
    if (this.#isFeeding) return
    this.#isFeeding = true
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) this.#advance(next)
    } finally {
      this.#isFeeding = false
    }
  }

  /** The canvas goes away. */
  end(): void {
    this.feed({ kind: 'cancel' })
    this.#pulse.stopTimer()
    this.#pulse.stopFrames()
  }

  #advance(input: GestureInput): void {
    const before = this.#state.kind
    const { state, effects } = advanceGesture(this.#state, input, this.#context)
    this.#state = state
    if (state.kind !== before) this.#show(state.kind)
    for (const effect of effects) this.#follow(effect)
  }

  #follow(effect: GestureEffect): void {
    switch (effect.kind) {
      case 'ask-timer':
        return this.#pulse.askTimer(effect.afterMs)
      case 'stop-timer':
        return this.#pulse.stopTimer()
      case 'ask-frames':
        return this.#pulse.askFrames()
      case 'stop-frames':
        return this.#pulse.stopFrames()
      case 'capture-pointer':
        return this.#capture(effect.pointerId)
      default:
        return this.#carryOut(effect)
    }
  }

  #capture(pointerId: number): void {
    try {
      this.#root.setPointerCapture?.(pointerId)
    } catch {
      // The pointer went away before it could be held: nothing more would be heard of it, and the gesture never end.
      this.feed({ kind: 'pointer-cancel', pointerId })
    }
  }

  /** For the shape of the pointer. */
  #show(doing: GestureState['kind']): void {
    if (doing === 'idle' || doing === 'pressing') delete this.#root.dataset['hand']
    else this.#root.dataset['hand'] = doing
  }
}
