// Runs the lines in a separate process, so that their timing does not depend on what the bench is doing.
import { type Line, openLine } from './line.ts'

/** A request to a line. */
export type LineOrder =
  | { readonly kind: 'open'; readonly serverPort: number }
  | { readonly kind: 'set'; readonly roundTripMs: number }
  | { readonly kind: 'take'; readonly port: number }

const lines = new Map<number, Line>()

async function obey(order: LineOrder): Promise<unknown> {
  if (order.kind === 'open') {
    const line = await openLine(order.serverPort)
    lines.set(line.port, line)
    return line.port
  }
  if (order.kind === 'take') return lines.get(order.port)?.takeTraffic()
  for (const line of lines.values()) line.setRoundTrip(order.roundTripMs)
  return null
}

process.on('message', (order: LineOrder) => {
  obey(order).then(
    (answer) => process.send?.({ answer }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
