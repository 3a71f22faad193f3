import { createElement } from 'react'
import { Tree } from 'react-arborist'
import { createRoot } from 'react-dom/client'
import { presentView } from '../../views/view-peer.ts'
import { nest } from '../maps/nest.ts'

interface Nested {
  readonly id: string
  readonly name: string
  readonly children: Nested[]
}

let root: ReturnType<typeof createRoot> | null = null

// Rows are drawn near the viewport only, which is what this library does.
presentView({
  show(host, nodes) {
    const nested = nest<Nested>(
      nodes,
      ({ id, title }) => ({ id, name: title, children: [] }),
      ({ children }) => children,
    )
    root = createRoot(host)
    root.render(
      createElement(Tree, {
        initialData: [nested.root],
        openByDefault: true,
        width: '100%',
        height: host.clientHeight,
        rowHeight: 32,
        indent: 24,
      }),
    )
  },
  hide() {
    root?.unmount()
    root = null
  },
})
