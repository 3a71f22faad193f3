import { wheelPixels, wheelZoomFactor } from '../viewport/wheel.ts'
import type { GestureEffect } from './effect.ts'
import type { Wheel } from './input.ts'
import type { GestureContext } from './state.ts'

export function turnWheel(input: Wheel, context: GestureContext): GestureEffect {
  const { isCommand, isShift } = input.modifiers
  if (isCommand || (context.doesWheelZoom && !isShift)) {
    return { kind: 'zoom-about', factor: wheelZoomFactor(input, context.size), at: input.at }
  }
  return panByWheel(input, context)
}

export function panByWheel(input: Wheel, { size }: GestureContext): GestureEffect & { kind: 'pan' } {
  const { dx, dy } = wheelPixels(input, size)
  // Some systems turn the wheel sideways themselves while Shift is held, others leave it to the page.
  return input.modifiers.isShift && dx === 0 ? pan(-dy, 0) : pan(-dx, -dy)
}

/** Adding zero keeps -0 out of the effects. */
const pan = (dx: number, dy: number) => ({ kind: 'pan', dx: dx + 0, dy: dy + 0 }) as const
