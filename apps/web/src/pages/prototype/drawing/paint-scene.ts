import { statusMarkPaths, statusMarkSize } from '@espalier/domain'
import { interpolateString } from 'd3-interpolate'
import { select, type Selection } from 'd3-selection'
import 'd3-transition'
import type { PlanScene, SceneLabel, SceneLink, SceneNode } from './scene.ts'

type NodeGroups = Selection<SVGGElement, SceneNode, SVGGElement, unknown>
type LinkPaths = Selection<SVGPathElement, SceneLink, SVGGElement, unknown>

/** Paints a scene over the current one: nodes that stay move, new ones appear, removed ones fade. 0 ms: at once. */
export function paintScene(world: SVGGElement, scene: PlanScene, ms: number): NodeGroups {
  const layer = (name: string) => select(world).selectChild<SVGGElement>(`[data-layer=${name}]`)
  const links = layer('links')
    .selectChildren<SVGPathElement, SceneLink>()
    .data(scene.links, ({ id }) => id)
  const nodes = layer('nodes')
    .selectChildren<SVGGElement, SceneNode>()
    .data(scene.nodes, ({ node }) => node.id)
  fadeOut(links.exit(), ms)
  fadeOut(nodes.exit(), ms)
  cancelFade(links)
  cancelFade(nodes)
  moveLinks(links, ms)
  moveNodes(nodes, ms)
  const newLinks = links.enter().append('path')
  newLinks.attr('data-extra', ({ isExtra }) => (isExtra ? true : null)).attr('d', ({ path }) => path)
  const newNodes = nodes.enter().append('g').attr('transform', formatTransform).call(appendNodeParts)
  // The titles are the person's own words.
  newNodes.attr('translate', 'no')
  fadeIn(newLinks, ms)
  fadeIn(newNodes, ms)
  const all = newNodes.merge(nodes)
  all.call(updateNodeParts)
  return all
}

const roundLength = (length: number): number => Math.round(length * 10) / 10
const formatTransform = ({ x, y }: SceneNode): string => `translate(${roundLength(x)},${roundLength(y)})`

function moveLinks(links: LinkPaths, ms: number): void {
  if (ms === 0) links.attr('d', ({ path }) => path)
  else
    links
      .transition('move')
      .duration(ms)
      .attr('d', ({ path }) => path)
}

function moveNodes(nodes: NodeGroups, ms: number): void {
  if (ms === 0) nodes.attr('transform', formatTransform)
  else
    nodes
      .transition('move')
      .duration(ms)
      .attrTween('transform', function tween(node) {
        return interpolateString(this.getAttribute('transform') ?? formatTransform(node), formatTransform(node))
      })
}

type AnySelection = Selection<SVGElement, unknown, SVGGElement, unknown>

function fadeIn(things: unknown, ms: number): void {
  if (ms > 0) (things as AnySelection).attr('opacity', 0).transition('fade').duration(ms).attr('opacity', 1)
}

// A fading element that is needed again would disappear anyway.
function cancelFade(things: unknown): void {
  const all = things as AnySelection
  all.interrupt('fade').attr('opacity', null)
}

function fadeOut(things: unknown, ms: number): void {
  if (ms === 0) (things as AnySelection).remove()
  else (things as AnySelection).transition('fade').duration(ms).attr('opacity', 0).remove()
}

/** Appends the parts of a node: a ring, a spot that hides the links' ends, the status mark, and the title. */
function appendNodeParts(groups: NodeGroups): void {
  groups.append('title')
  groups.append('circle').attr('data-part', 'ring')
  groups.append('circle').attr('data-part', 'spot').attr('r', 8)
  groups.append('path').attr('transform', `translate(${-statusMarkSize / 2} ${-statusMarkSize / 2})`)
  groups.append('text')
}

/** Updates the parts that may have changed since they were drawn. */
function updateNodeParts(groups: NodeGroups): void {
  groups.attr('data-status', ({ node }) => node.status).attr('data-node', ({ node }) => node.id)
  groups.select('title').text(({ node }) => node.title)
  groups
    .select('[data-part=ring]')
    .attr('r', ({ ring }) => ring?.radius ?? 0)
    .attr('cy', ({ ring }) => ring?.below ?? 0)
  groups.select('path').attr('d', ({ node }) => statusMarkPaths[node.status])
  groups
    .select('text')
    .text(({ label }) => label?.text ?? '')
    .attr('transform', ({ label }) => (label?.turn === undefined ? null : `rotate(${label.turn.toFixed(1)})`))
    .attr('x', ({ label }) => labelOffsets[label?.side ?? 'right'].x)
    .attr('y', ({ label }) => labelOffsets[label?.side ?? 'right'].y)
    .attr('text-anchor', ({ label }) => labelOffsets[label?.side ?? 'right'].anchor)
}

const labelOffsets: Readonly<
  Record<SceneLabel['side'], { readonly x: number; readonly y: number; readonly anchor: string }>
> = {
  left: { x: -12, y: 4, anchor: 'end' },
  right: { x: 12, y: 4, anchor: 'start' },
  below: { x: 0, y: 22, anchor: 'middle' },
}
