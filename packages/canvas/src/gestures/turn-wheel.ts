import { wheelPixels, wheelZoomFactor } from '../viewport/wheel.ts'
import type { GestureEffect } from './effect.ts'
import type { WheelInput } from './input.ts'
import type { GestureContext } from './state.ts'

export function wheelEffect(input: WheelInput, context: GestureContext): GestureEffect {
  const { isCommand, isShift } = input.modifiers
  if (isCommand || (context.doesWheelZoom && !isShift)) {
    return { kind: 'zoom-about', factor: wheelZoomFactor(input, context.size), at: input.at }
  }
  return panByWheel(input, context)
}

export function panByWheel(input: WheelInput, { size }: GestureContext): GestureEffect & { kind: 'pan' } {
  const { dx, dy } = wheelPixels(input, size)
  // Some systems turn the wheel sideways themselves while Shift is held, others leave it to the page.
  return input.modifiers.isShift && dx === 0 ? panEffect(-dy, 0) : panEffect(-dx, -dy)
}

/** Adding zero keeps -0 out of the effects. */
const panEffect = (dx: number, dy: number) => ({ kind: 'pan', dx: dx + 0, dy: dy + 0 }) as const
