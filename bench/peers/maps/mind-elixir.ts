import MindElixir, { type ElixirNode, RIGHT } from 'mind-elixir'
import 'mind-elixir/style.css'
import { home } from '../../canvas/map-subject.ts'
import { present } from '../../canvas/page/present.ts'
import { nest } from './nest.ts'

let elixir: MindElixir | null = null

/** Its ids have a prefix in the document. */
const findElement = (id: string) => document.querySelector(`me-tpc[data-nodeid="me${id}"]`)

present({
  zoomStepPx: 40,
  open(host, { nodes }) {
    const { root } = nest<ElixirNode & { children: ElixirNode[] }>(
      nodes,
      ({ id, title }) => ({ id, topic: title, children: [] }),
      ({ children }) => children as (ElixirNode & { children: ElixirNode[] })[],
    )
    elixir = new MindElixir({
      el: host,
      direction: RIGHT,
      contextMenu: false,
      toolBar: false,
      keypress: false,
      scaleSensitivity: 0.025,
      scaleMin: 0.25,
    })
    elixir.init({ nodeData: root })
    const box = findElement(root.id)?.getBoundingClientRect()
    if (box) elixir.move(home.x - box.left, home.y - (box.top + box.bottom) / 2)
  },
  boxes: () =>
    [...document.querySelectorAll<HTMLElement>('me-tpc')].map(
      (element) => [element.dataset['nodeid']?.slice(2) ?? '', element] as const,
    ),
  findElement,
  addChild(parentId, { id, title }) {
    const parent = findElement(parentId)
    if (parent) elixir?.addChild(parent, { id, topic: title })
  },
  rename(id, title) {
    const element = findElement(id)
    if (element) elixir?.setNodeTopic(element, title)
  },
})
