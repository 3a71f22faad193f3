import { describe, expect, it } from 'vitest'
import { createCircuitBreaker, createCircuitBreakers } from './circuit-breaker.ts'

function circuitAt() {
  const clock = { at: 0 }
  return { clock, circuit: createCircuitBreaker({ failures: 3, openMs: 1_000, now: () => clock.at }) }
}

describe('Circuit breaker', () => {
  it('opens after the configured number of consecutive failures and returns the waiting time', () => {
    const { circuit, clock } = circuitAt()
    for (let call = 0; call < 3; call += 1) {
      expect(circuit.blockedForMs()).toBeNull()
      circuit.recordFailure()
    }
    clock.at = 400
    expect(circuit.blockedForMs()).toBe(600)
  })

  it('a circuit breaker counts only consecutive failures', () => {
    const { circuit } = circuitAt()
    for (let call = 0; call < 6; call += 1) {
      if (call % 2 === 0) circuit.recordFailure()
      else circuit.recordSuccess()
    }
    expect(circuit.blockedForMs()).toBeNull()
  })

  it('lets one call through after its time: a failure opens it again, a success closes it', () => {
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

  it('lets another call through if the first one was abandoned', () => {
    const { circuit, clock } = circuitAt()
    for (let call = 0; call < 3; call += 1) circuit.recordFailure()
    clock.at = 1_000
    expect(circuit.blockedForMs()).toBeNull()
    circuit.recordAbandoned()
    expect(circuit.blockedForMs()).toBeNull()
  })
})

describe('Circuit breakers by key', () => {
  it('keeps one circuit breaker per key and drops the least recently used', () => {
    const getCircuit = createCircuitBreakers({ failures: 1, openMs: 1_000 }, 2)
    getCircuit('a').recordFailure()
    getCircuit('b').recordFailure()
    expect(getCircuit('a').blockedForMs()).not.toBeNull()
    getCircuit('c')
    expect(getCircuit('a').blockedForMs()).not.toBeNull()
    expect(getCircuit('b').blockedForMs()).toBeNull()
  })
})
