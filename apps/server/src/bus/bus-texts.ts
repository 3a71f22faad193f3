import { z } from 'zod'

import type { BusMessage } from '../ports/bus.ts'
import { maxBusTextBytes } from './wire.ts'

const projectIdShape = z.string()
const busMessageShape: z.ZodType<BusMessage> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('project-changed'), projectId: projectIdShape, seq: z.number() }),
  z.object({ kind: z.literal('project-purged'), projectId: projectIdShape }),
  z.object({ kind: z.literal('presence-changed'), projectId: projectIdShape }),
  z.object({ kind: z.literal('sessions-ended'), sessionIds: z.array(z.string()) }),
])

/** A message as short texts: one that is too long for the wire becomes several. */
export function encodeBusMessage(said: BusMessage): string[] {
  const text = JSON.stringify(said)
  if (said.kind !== 'sessions-ended' || Buffer.byteLength(text) <= maxBusTextBytes) return [text]
  const { sessionIds } = said
  if (sessionIds.length < 2) return []
  const half = Math.ceil(sessionIds.length / 2)
  return [sessionIds.slice(0, half), sessionIds.slice(half)].flatMap((some) => encodeBusMessage({ ...said, sessionIds: some }))
}

/** Null for what a server of another version, or a stranger on the same wire, may say. */
export function decodeBusMessage(text: string): BusMessage | null {
  try {
    return busMessageShape.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Of hints with the same key the last says all. Null: each counts. */
export const getCoalescingKey = (said: BusMessage): string | null =>
  said.kind === 'sessions-ended' ? null : `${said.kind} ${said.projectId}`
