// An empty page, which shows what the harness itself costs.
import { present } from './present.ts'

const boxes = new Map<string, HTMLElement>()

function show(host: HTMLElement, id: string, title: string, left: number) {
  const box = document.createElement('div')
  box.textContent = title
  box.style.cssText = `position:absolute;left:${left}px;top:375px;width:200px;height:50px`
  boxes.set(id, box)
  host.append(box)
}

present({
  zoomStepPx: 5,
  isStill: true,
  open(host, { nodes }) {
    addEventListener('wheel', (event) => event.preventDefault(), { passive: false })
    const [root, leaf] = [nodes[0], nodes.at(-1)]
    show(host, root?.id ?? '', root?.title ?? '', 40)
    show(host, leaf?.id ?? '', leaf?.title ?? '', 600)
  },
  boxes: () => boxes,
  findElement: (id) => boxes.get(id),
  addChild: (_, { id, title }) => show(document.body, id, title, 400),
  rename(id, title) {
    const box = boxes.get(id)
    if (box) box.textContent = title
  },
})
