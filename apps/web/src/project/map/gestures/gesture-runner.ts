import {
  advanceGesture,
  atRest,
  type GestureContext,
  type GestureEffect,
  type GestureInput,
  type GestureState,
} from '@espalier/canvas/gestures'
import type { ProjectWorkspace } from '../../workspace/project-workspace.ts'
import type { MapController } from '../rendering/map-controller.ts'
import type { MapSurface } from '../rendering/map-surface.ts'
import { createEffectHandler } from './gesture-effects.ts'

/** Runs the gesture machine of a canvas: one input after the other, with all effects. */
export class GestureRunner {
  readonly #root: HTMLElement
  readonly #context: GestureContext
  readonly #carryOut: ReturnType<typeof createEffectHandler>
  readonly #pulse = createGestureTimers((input) => this.feed(input))
  readonly #waiting: GestureInput[] = []
  #state: GestureState = atRest
  #isFeeding = false

  constructor(workspace: ProjectWorkspace, map: MapController, surface: MapSurface) {
    this.#root = surface.root
    this.#carryOut = createEffectHandler(workspace, map, surface)
    this.#context = {
      get canEdit() {
        return workspace.client.canEdit.get()
      },
      get size() {
        return map.renderer.size
      },
      get doesWheelZoom() {
        return workspace.pointerSettings.get().doesWheelZoom
      },
      isSelected: (id) => workspace.selection.get().ids.has(id),
    }
  }

  get stateKind(): GestureState['kind'] {
    return this.#state.kind
  }

  /** An input that arrives during another one (a focus change, a lost pointer) waits for its turn. */
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

  /** The canvas is unmounted. */
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
        return this.#pulse.startTimer(effect.afterMs)
      case 'stop-timer':
        return this.#pulse.stopTimer()
      case 'ask-frames':
        return this.#pulse.startFrames()
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
      // The pointer vanished before it could be captured: without this the gesture would never end.
      this.feed({ kind: 'pointer-cancel', pointerId })
    }
  }

  /** Sets the shape of the pointer. */
  #show(doing: GestureState['kind']): void {
    if (doing === 'idle' || doing === 'pressing') delete this.#root.dataset['hand']
    else this.#root.dataset['hand'] = doing
  }
}

/** The timers and frames that the gesture machine requests. */
interface GestureTimers {
  startTimer(afterMs: number): void
  stopTimer(): void
  startFrames(): void
  stopFrames(): void
}

function createGestureTimers(feed: (input: GestureInput) => void): GestureTimers {
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  let last = 0

  const beat = (now: number): void => {
    frame = requestAnimationFrame(beat)
    const elapsedMs = now - last
    last = now
    feed({ kind: 'frame', elapsedMs })
  }
  const stopTimer = (): void => clearTimeout(timer)
  const stopFrames = (): void => {
    cancelAnimationFrame(frame)
    frame = 0
  }
  return {
    stopTimer,
    stopFrames,
    startTimer(afterMs) {
      stopTimer()
      timer = setTimeout(() => feed({ kind: 'timer' }), afterMs)
    },
    startFrames() {
      if (frame !== 0) return
      frame = requestAnimationFrame((now) => {
        last = now
        frame = requestAnimationFrame(beat)
      })
    },
  }
}
