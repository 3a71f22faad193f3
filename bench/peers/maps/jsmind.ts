import JsMind, { type JsMindNode } from 'jsmind'
import 'jsmind/style/jsmind.css'
import { home } from '../../canvas/map-subject.ts'
import { present } from '../../canvas/page/present.ts'
import { nest } from './nest.ts'

let mind: JsMind | null = null

const findElement = (id: string) => document.querySelector(`jmnode[nodeid="${id}"]`)

present({
  zoomStepPx: 40,
  open(host, { nodes }) {
    const { root } = nest<JsMindNode>(
      nodes,
      ({ id, title }) => ({ id, topic: title, direction: 'right', children: [] }),
      ({ children }) => children,
    )
    mind = new JsMind({
      container: host.id,
      editable: true,
      support_html: false,
      log_level: 'error',
      // Its canvas engine draws no links on a large map.
      view: { engine: 'svg', zoom: { min: 0.25, max: 5, step: 0.025 } },
      shortcut: { enable: false },
    })
    mind.show({ meta: { name: '', author: '', version: '' }, format: 'node_tree', data: root })
    const box = findElement(root.id)?.getBoundingClientRect()
    const panel = host.querySelector('.jsmind-inner')
    if (box) panel?.scrollBy(box.left - home.x, (box.top + box.bottom) / 2 - home.y)
  },
  boxes: () =>
    [...document.querySelectorAll('jmnode')].map((element) => [element.getAttribute('nodeid') ?? '', element] as const),
  findElement,
  addChild: (parentId, { id, title }) => mind?.add_node(parentId, id, title),
  rename: (id, title) => mind?.update_node(id, title),
})
