import { fileURLToPath } from 'node:url'
import type { Subject } from '../canvas/subjects.ts'

/** The other views than the map, and for each a well-known library that shows the same nodes in the same way. */
export interface PeerOfView extends Subject {
  readonly entry: string
  /** Selects an item of the plan. */
  readonly item: string
}

const peer = (name: string, file: string, item: string): PeerOfView => ({
  name,
  kind: 'peer',
  entry: fileURLToPath(new URL(`../peers/views/${file}`, import.meta.url)),
  item,
})

/** The map has its peers in the bench `canvas`. */
export const peersByView: Readonly<Record<string, PeerOfView>> = {
  Outline: peer('react-arborist', 'react-arborist.ts', '[role="treeitem"]'),
  Board: peer('@hello-pangea/dnd', 'hello-pangea.ts', 'article'),
  Table: peer('tabulator-tables', 'tabulator.ts', '.tabulator-row'),
  Timeline: peer('frappe-gantt', 'frappe-gantt.ts', '.bar-wrapper'),
  Calendar: peer('@fullcalendar/daygrid', 'fullcalendar.ts', '.fc-event'),
}

/** Every view by the name of its tab. */
export const viewNames = ['Map', ...Object.keys(peersByView)]

/** Selects a view of the product by the name of its tab. */
export const selectView = (name: string): string =>
  name === 'Map' ? '[data-canvas]' : `[data-view="${name.toLowerCase()}"]`

const selectTab = (name: string): string => `[role="tab"][aria-label="${name}"]`

export const switchTo = (name: string) => ({
  press: selectTab(name),
  ready: `${selectView(name)}[data-ready="true"]`,
})
