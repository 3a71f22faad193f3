import { describe, expect, it, vi } from 'vitest'
import { parsePlan } from '../testing/parse-plan.ts'
import { paintScene } from './paint-scene.ts'
import { buildTidyScene } from './tree-scenes.ts'

const svg = 'http://www.w3.org/2000/svg'

function sheet(): SVGGElement {
  const world = document.createElementNS(svg, 'g')
  for (const name of ['links', 'nodes']) {
    const layer = document.createElementNS(svg, 'g')
    layer.setAttribute('data-layer', name)
    world.append(layer)
  }
  document.body.append(world)
  return world
}

const all = buildTidyScene(parsePlan('root', 'pears < root (done)', 'figs < root, pears'))
const few = buildTidyScene(parsePlan('root', 'pears < root'))
const idsOn = (world: Element) =>
  Array.from(world.querySelectorAll('[data-node]'), (node) => node.getAttribute('data-node')).join(' ')

const ms = 40

describe('painting a scene', () => {
  it('draws nodes with shape and title and marks additional links', () => {
    const world = sheet()
    paintScene(world, all, 0)
    expect(idsOn(world)).toBe('root pears figs')
    expect(world.querySelector('[data-status=done] text')?.textContent).toBe('pears')
    expect(world.querySelectorAll('path[data-extra]')).toHaveLength(1)
  })

  it('replaces a scene at once without a duration', () => {
    const world = sheet()
    paintScene(world, all, 0)
    const pears = world.querySelector('[data-node=pears]')
    paintScene(world, few, 0)
    expect(idsOn(world)).toBe('root pears')
    expect(world.querySelector('[data-node=pears]')).toBe(pears)
    expect(pears?.getAttribute('data-status')).toBe('todo')
  })

  it('animates nodes that come, move and leave', async () => {
    const world = sheet()
    paintScene(world, few, 0)
    const readTransform = () => world.querySelector('[data-node=pears]')?.getAttribute('transform')
    const { x = 0, y = 0 } = all.nodes.find(({ node }) => node.id === 'pears') ?? {}
    const place = `translate(${x},${y})`
    expect(readTransform()).not.toBe(place)
    paintScene(world, all, ms)
    expect(idsOn(world)).toBe('root pears figs')
    await vi.waitFor(() => expect(readTransform()).toBe(place))
    paintScene(world, few, ms)
    expect(idsOn(world)).toBe('root pears figs')
    await vi.waitFor(() => expect(idsOn(world)).toBe('root pears'))
  })

  it('keeps a leaving node that is needed again', async () => {
    const [world, other] = [sheet(), sheet()]
    for (const one of [world, other]) {
      paintScene(one, all, 0)
      paintScene(one, few, ms)
    }
    paintScene(world, all, ms)
    await vi.waitFor(() => expect(idsOn(other)).toBe('root pears'))
    expect(idsOn(world)).toBe('root pears figs')
    expect(world.querySelector('[data-node=figs]')?.getAttribute('opacity')).toBeNull()
  })
})
