import { count, shortMs, table } from '../report.ts'
import { type OpenRun, type Visit, visits } from './open-run.ts'

const how = `One browser for all, headless, 1280x800; a fresh context for each first visit, the second visit in the same context a moment later; medians.
Each visit is in a new window and begins when the browser has come to rest: its own parts, such as the list below the address bar, take 0.4 s of CPU in a new window, and a person's window is open before they press Enter.
A later visit is one to a browser in which the service worker has stored the page (decision 0056), which it does a few seconds after the first visit; the copy of the project is there in both.
A separate process imitates the line: half of the round trip each way, one more round trip for opening a connection, 10 Mbit/s shared by all connections, at 0 ms too.
Slow start and lost packets are not imitated.

- **ms**: by the browser's clock from the start of the navigation until the plan was seen (ours: \`data-ready\` and a node in view) and two animation frames, for all.
  The second visit to ours paints a picture of the last view first (decision 0055); a frame after that counts as painted. **usable**: the plan itself, as it was measured before there was a picture.
- **requests**, **KB**: counted on the line until then, with headers. **chain**: the longest sequence of requests that waited for each other; it is defined in \`traffic.ts\`.
- **limit**: one request with as many bytes as ours received in the same cell, uncompressed, and nothing to compute.
- Peers are bundled from npm, compressed and cached like a careful static server would, and fetch the same nodes, with positions, as one JSON file.
  Excalidraw shows a rectangle with a text for each node and no links. They are measured once a cell; -: no time was left.`

export const openDetails = (run: OpenRun): string =>
  ['## From the address to the plan, in Chromium', how, ...run.sizes.map((size) => sizeTable(run, size))].join('\n\n')

const columns = (visit: string) => ['ms', 'usable', 'requests', 'KB', 'chain'].map((name) => `${visit}: ${name}`)

function sizeTable(run: OpenRun, size: number): string {
  const rows = run.lines.flatMap((line) =>
    run.subjects.map((subject) => [
      `${line} ms, ${subject}`,
      ...visits.flatMap((visit) => cellTexts(run, { size, line, subject, visit })),
    ]),
  )
  return `### ${count(size)} nodes\n\n${table(['line', ...['first', 'second', 'later'].flatMap(columns)], rows)}`
}

interface Place {
  readonly size: number
  readonly line: number
  readonly subject: string
  readonly visit: Visit
}

function cellTexts(run: OpenRun, place: Place): string[] {
  const result = run.at(place)
  if (result === null) return ['-', '-', '-', '-', '-']
  return [
    shortMs(result.ms),
    shortMs(result.usableMs),
    count(result.requests),
    shortMs(result.bytes / 1000),
    count(result.chain),
  ]
}
