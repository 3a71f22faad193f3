import { describe, expect, it } from 'vitest'
import { createSocketRegistry, type RegisteredSocket } from './socket-registry.ts'

function createSocket(personId: string | null, sessionId: string | null, address = '10.0.0.1') {
  const codes: number[] = []
  const socket: RegisteredSocket = { personId, sessionId, address, close: (code) => void codes.push(code) }
  return { socket, codes }
}

describe('Socket registry', () => {
  it('remembers an ended session just long enough for sockets that are being opened', () => {
    let now = 0
    const registry = createSocketRegistry({ hasLimits: true, now: () => now })
    registry.closeSessions(['s1'])
    expect(registry.add(createSocket('ada', 's1').socket)).toBe(false)
    now = 61_000
    expect(registry.add(createSocket('ada', 's1').socket)).toBe(true)
  })

  it('closes anonymous sockets only at shutdown', () => {
    const registry = createSocketRegistry({ hasLimits: true })
    const guest = createSocket(null, null)
    registry.add(guest.socket)
    registry.closeSessions(['null', 's1'])
    expect(guest.codes).toEqual([])
    registry.closeAll(1001, 'Going away')
    expect(guest.codes).toEqual([1001])
  })

  it('applies no socket limits if they are switched off', () => {
    const registry = createSocketRegistry({ hasLimits: false })
    for (let count = 0; count < 300; count += 1) registry.add(createSocket('ada', 's1').socket)
    expect(registry.hasRoomFor({ address: '10.0.0.1', personId: 'ada' })).toBe(true)
    expect(registry.size).toBe(300)
  })
})
