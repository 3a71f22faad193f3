import { interpolateString } from 'd3-interpolate'
import { select, type Selection } from 'd3-selection'
import 'd3-transition'
import { statusShapes } from '../status-shapes.ts'
import type { Label, Scene, SceneLink, SceneNode } from './scene.ts'

type Groups = Selection<SVGGElement, SceneNode, SVGGElement, unknown>
type Paths = Selection<SVGPathElement, SceneLink, SVGGElement, unknown>

/** Lays a scene over the one that is painted: what stays moves, what is new comes, what is gone goes. 0 ms: at once. */
export function paintScene(world: SVGGElement, scene: Scene, ms: number): Groups {
  const layer = (name: string) => select(world).selectChild<SVGGElement>(`[data-layer=${name}]`)
  const links = layer('links')
    .selectChildren<SVGPathElement, SceneLink>()
    .data(scene.links, ({ id }) => id)
  const nodes = layer('nodes')
    .selectChildren<SVGGElement, SceneNode>()
    .data(scene.nodes, ({ node }) => node.id)
  leave(links.exit(), ms)
  leave(nodes.exit(), ms)
  stay(links)
  stay(nodes)
  moveLinks(links, ms)
  moveNodes(nodes, ms)
  const newLinks = links.enter().append('path')
  newLinks.attr('data-extra', ({ isExtra }) => (isExtra ? true : null)).attr('d', ({ path }) => path)
  const newNodes = nodes.enter().append('g').attr('transform', transformOf).call(dressed)
  arrive(newLinks, ms)
  arrive(newNodes, ms)
  const all = newNodes.merge(nodes)
  all.call(written)
  return all
}

const rounded = (length: number): number => Math.round(length * 10) / 10
const transformOf = ({ x, y }: SceneNode): string => `translate(${rounded(x)},${rounded(y)})`

function moveLinks(links: Paths, ms: number): void {
  if (ms === 0) links.attr('d', ({ path }) => path)
  else
    links
      .transition('move')
      .duration(ms)
      .attr('d', ({ path }) => path)
}

function moveNodes(nodes: Groups, ms: number): void {
  if (ms === 0) nodes.attr('transform', transformOf)
  else
    nodes
      .transition('move')
      .duration(ms)
      .attrTween('transform', function tween(node) {
        return interpolateString(this.getAttribute('transform') ?? transformOf(node), transformOf(node))
      })
}

type Any = Selection<SVGElement, unknown, SVGGElement, unknown>

function arrive(things: unknown, ms: number): void {
  if (ms > 0) (things as Any).attr('opacity', 0).transition('fade').duration(ms).attr('opacity', 1)
}

// What was on its way out and is wanted again would go all the same.
function stay(things: unknown): void {
  const all = things as Any
  all.interrupt('fade').attr('opacity', null)
}

function leave(things: unknown, ms: number): void {
  if (ms === 0) (things as Any).remove()
  else (things as Any).transition('fade').duration(ms).attr('opacity', 0).remove()
}

/** What every node is made of: a ring, a spot that hides the links' ends, the mark of its status, its title. */
function dressed(groups: Groups): void {
  groups.append('title')
  groups.append('circle').attr('data-part', 'ring')
  groups.append('circle').attr('data-part', 'spot').attr('r', 8)
  groups.append('path')
  groups.append('text')
}

/** What may have changed since it was drawn. */
function written(groups: Groups): void {
  groups.attr('data-status', ({ node }) => node.status).attr('data-node', ({ node }) => node.id)
  groups.select('title').text(({ node }) => node.title)
  groups
    .select('[data-part=ring]')
    .attr('r', ({ ring }) => ring?.radius ?? 0)
    .attr('cy', ({ ring }) => ring?.below ?? 0)
  groups.select('path').attr('d', ({ node }) => statusShapes[node.status])
  groups
    .select('text')
    .text(({ label }) => label?.text ?? '')
    .attr('transform', ({ label }) => (label?.turn === undefined ? null : `rotate(${label.turn.toFixed(1)})`))
    .attr('x', ({ label }) => offsets[label?.side ?? 'right'].x)
    .attr('y', ({ label }) => offsets[label?.side ?? 'right'].y)
    .attr('text-anchor', ({ label }) => offsets[label?.side ?? 'right'].anchor)
}

const offsets: Readonly<Record<Label['side'], { readonly x: number; readonly y: number; readonly anchor: string }>> = {
  left: { x: -12, y: 4, anchor: 'end' },
  right: { x: 12, y: 4, anchor: 'start' },
  below: { x: 0, y: 22, anchor: 'middle' },
}
