import { describe, expect, it } from 'vitest'
import { createCircuitBreaker, createCircuitBreakers } from './circuit-breaker.ts'

function circuitAt() {
  const clock = { at: 0 }
  return { clock, circuit: createCircuitBreaker({ failures: 3, openMs: 1_000, now: () => clock.at }) }
}

describe('a circuit', () => {
  it('opens after so many failures in a row, and says for how long', () => {
    const { circuit, clock } = circuitAt()
    for (let call = 0; call < 3; call += 1) {
      expect(circuit.blockedForMs()).toBeNull()
      circuit.recordFailure()
    }
    clock.at = 400
    expect(circuit.blockedForMs()).toBe(600)
  })

  it('counts only failures in a row', () => {
    const { circuit } = circuitAt()
    for (let call = 0; call < 6; call += 1) {
      if (call % 2 === 0) circuit.recordFailure()
      else circuit.recordSuccess()
    }
    expect(circuit.blockedForMs()).toBeNull()
  })

  it('lets one call through when its time is over: a failure opens it again, a success closes it', () => {
    const { circuit, clock } = circuitAt()
    for (let call = 0; call < 3; call += 1) circuit.recordFailure()
    clock.at = 1_000
    expect(circuit.blockedForMs()).toBeNull()
    expect(circuit.blockedForMs()).toBe(1_000)
    circuit.recordFailure()
    clock.at = 1_500
    expect(circuit.blockedForMs()).toBe(500)
    clock.at = 2_000
    expect(circuit.blockedForMs()).toBeNull()
    circuit.recordSuccess()
    expect([circuit.blockedForMs(), circuit.blockedForMs()]).toEqual([null, null])
  })

  it('lets another try where the one that was let through was given up', () => {
    const { circuit, clock } = circuitAt()
    for (let call = 0; call < 3; call += 1) circuit.recordFailure()
    clock.at = 1_000
    expect(circuit.blockedForMs()).toBeNull()
    circuit.recordAbandoned()
    expect(circuit.blockedForMs()).toBeNull()
  })
})

describe('circuits by key', () => {
  it('are one a key, and forget the one not asked for longest', () => {
    const circuitOf = createCircuitBreakers({ failures: 1, openMs: 1_000 }, 2)
    circuitOf('a').recordFailure()
    circuitOf('b').recordFailure()
    expect(circuitOf('a').blockedForMs()).not.toBeNull()
    circuitOf('c')
    expect(circuitOf('a').blockedForMs()).not.toBeNull()
    expect(circuitOf('b').blockedForMs()).toBeNull()
  })
})
