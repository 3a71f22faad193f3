import { describe, expect, it } from 'vitest'

import { createCircuit, createCircuits } from './circuit.ts'

function circuitAt() {
  const clock = { at: 0 }
  return { clock, circuit: createCircuit({ failures: 3, openMs: 1_000, now: () => clock.at }) }
}

describe('a circuit', () => {
  it('opens after so many failures in a row, and says for how long', () => {
    const { circuit, clock } = circuitAt()
    for (let call = 0; call < 3; call += 1) {
      expect(circuit.refusal()).toBeNull()
      circuit.failed()
    }
    clock.at = 400
    expect(circuit.refusal()).toBe(600)
  })

  it('counts only failures in a row', () => {
    const { circuit } = circuitAt()
    for (let call = 0; call < 6; call += 1) {
      if (call % 2 === 0) circuit.failed()
      else circuit.succeeded()
    }
    expect(circuit.refusal()).toBeNull()
  })

  it('lets one call through when its time is over: a failure opens it again, a success closes it', () => {
    const { circuit, clock } = circuitAt()
    for (let call = 0; call < 3; call += 1) circuit.failed()
    clock.at = 1_000
    expect(circuit.refusal()).toBeNull()
    expect(circuit.refusal()).toBe(1_000)
    circuit.failed()
    clock.at = 1_500
    expect(circuit.refusal()).toBe(500)
    clock.at = 2_000
    expect(circuit.refusal()).toBeNull()
    circuit.succeeded()
    expect([circuit.refusal(), circuit.refusal()]).toEqual([null, null])
  })

  it('lets another try where the one that was let through was given up', () => {
    const { circuit, clock } = circuitAt()
    for (let call = 0; call < 3; call += 1) circuit.failed()
    clock.at = 1_000
    expect(circuit.refusal()).toBeNull()
    circuit.abandoned()
    expect(circuit.refusal()).toBeNull()
  })
})

describe('circuits by key', () => {
  it('are one a key, and forget the one not asked for longest', () => {
    const circuitOf = createCircuits({ failures: 1, openMs: 1_000 }, 2)
    circuitOf('a').failed()
    circuitOf('b').failed()
    expect(circuitOf('a').refusal()).not.toBeNull()
    circuitOf('c')
    expect(circuitOf('a').refusal()).not.toBeNull()
    expect(circuitOf('b').refusal()).toBeNull()
  })
})
