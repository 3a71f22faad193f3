import { nodeStatuses, statusMarkPaths } from '@espalier/domain'
import { expect, it } from 'vitest'
import { nodesFromOutline } from '../testing/node-fixtures.ts'
import { openTestProject } from '../testing/test-project.ts'
import { drawProject } from './draw-project.ts'
import { pictureColors } from './picture-colors.ts'

/** Makes a chain and links beside it that pass all its layers. */
function openChain(layout: 'tree-right' | 'tree-down') {
  const chain = Array.from({ length: 8 }, (_, at) => ({
    id: `c${at}`,
    title: `link ${at}`,
    parentIds: at === 0 ? [] : [`c${at - 1}`],
  }))
  const far = Array.from({ length: 5 }, (_, at) => ({ id: `f${at}`, title: 'far', parentIds: ['c6', 'c0', 'c2'] }))
  return openTestProject([...chain, ...far], { project: { layout } })
}

it.each(['tree-right', 'tree-down'] as const)('keeps a map with long links inside its picture: %s', (layout) => {
  const { width, height, links, boxes } = drawProject(openChain(layout), [])
  expect(links).toHaveLength(7 + 15)
  expect(new Set(boxes.flatMap(({ lines }) => lines.map(({ text }) => text))).size).toBe(9)
  const points = [
    ...links.flatMap(({ from, curves }) => [from, ...curves.map(({ to }) => to)]),
    ...boxes.flatMap((box) => [
      { x: box.left, y: box.top },
      { x: box.left + box.width, y: box.top + box.height },
    ]),
  ]
  for (const { x, y } of points) {
    expect(x).toBeGreaterThan(0)
    expect(x).toBeLessThan(width)
    expect(y).toBeGreaterThan(0)
    expect(y).toBeLessThan(height)
  }
})

it('draws a single branch, and an empty sheet for an empty project', () => {
  const client = openChain('tree-right')
  expect(drawProject(client, ['c7']).boxes.flatMap(({ lines }) => lines.map(({ text }) => text))).toEqual(['link 7'])
  const { width, height, boxes } = drawProject(openTestProject([]), [])
  expect([width > 0, height > 0, boxes]).toEqual([true, true, []])
})

it('draws a formatted title as plain text line by line', () => {
  const client = openTestProject([
    { id: 'a', title: '<p><b>Bold</b> words</p><p class="x">and <i>second</i> &amp; line</p>' },
  ])
  const texts = drawProject(client, []).boxes.flatMap(({ lines }) => lines.map(({ text }) => text))
  expect(texts).toEqual(['Bold words', 'and second & line'])
})

it('truncates a long title in a picture as on the map', () => {
  const client = openTestProject([{ id: 'a', title: `<p><b>${'pear tree '.repeat(1_200).trim()}</b></p>` }])
  const text = drawProject(client, [])
    .boxes.flatMap(({ lines }) => lines.map((line) => line.text))
    .join(' ')
  expect(text).toBe(`${'pear tree '.repeat(10).slice(0, 97)}...`)
})

it('marks each status in a picture with the same shape as on the map', () => {
  const client = openTestProject(nodeStatuses.map((status) => ({ id: status, title: status, status })))
  const marks = drawProject(client, []).boxes.map(({ left, top, height, marks = [] }) => [
    marks[0]?.path,
    (marks[0]?.left ?? 0) - left,
    (marks[0]?.top ?? 0) - top - height / 2,
  ])
  expect(marks).toEqual(nodeStatuses.map((status) => [statusMarkPaths[status], 7, -7]))
})

it('draws roots, branches and leaves in the fonts of the map', () => {
  const client = openTestProject(nodesFromOutline({ root: { branch: { leaf: {} } } }))
  const fonts = drawProject(client, []).boxes.map(({ lines: [line] }) => [line?.size, line?.isBold])
  expect(fonts).toEqual([
    [18, true],
    [15, true],
    [14, false],
  ])
})

it('draws links that meet the boxes and become thinner with depth', () => {
  const client = openTestProject(nodesFromOutline({ root: { branch: { leaf: {} } } }), {
    project: { layout: 'tree-right' },
  })
  const { boxes, links } = drawProject(client, [])
  const [root, branch] = boxes
  expect(links[0]?.from.x).toBe((root?.left ?? 0) + (root?.width ?? 0))
  expect(links[0]?.curves.at(-1)?.to.x).toBe(branch?.left)
  expect(links[0]?.strokeWidth).toBeGreaterThan(links[1]?.strokeWidth ?? Infinity)
  expect(links[0]?.stroke).toBe(links[1]?.stroke)
})

const style = (backgroundColor: string) => ({ backgroundColor, processing: false })

it('draws the default color as the one of the theme and other colors as they are stored', () => {
  const client = openTestProject([
    { id: 'root', title: 'root' },
    { id: 'plain', title: 'plain', parentIds: ['root'], style: style('#fffabb') },
    { id: 'green', title: 'green', parentIds: ['root'], style: style('#bbffd8') },
    { id: 'own', title: 'own', parentIds: ['root'], style: style('#123456') },
  ])
  const { fills, root } = pictureColors.contrast
  const drawn = drawProject(client, [], { theme: 'contrast' }).boxes.map(({ fill, lines: [line] }) => [
    line?.text,
    fill,
  ])
  expect(Object.fromEntries(drawn)).toEqual({
    root: root.fill,
    plain: fills.default,
    green: fills.green,
    own: '#123456',
  })
})

it('shows the share of done leaves beside every branch of a picture', () => {
  const client = openTestProject(nodesFromOutline({ root: { branch: { leaf: {} } } }))
  client.edits.change('leaf', { status: 'done' })
  expect(drawProject(client, []).boxes.map(({ marks = [] }) => marks.length)).toEqual([4, 4, 1])
})

it('shows the fields of nodes and what is below them as the map does, unless they are hidden', () => {
  const nodes = [
    { id: 'top', title: 'top' },
    {
      id: 'leaf',
      title: 'leaf',
      parentIds: ['top'],
      estimate: 2,
      dueDate: '2020-02-01',
      priority: 'high' as const,
      tagIds: ['ripe'],
      assigneeIds: ['ada', 'gone'],
    },
  ]
  const tag = { id: 'ripe', name: 'Ripe', colour: '#123456' }
  const client = openTestProject(nodes, { project: { tags: [tag], estimateUnit: 'days' } })
  const people = {
    get: () => ({ kind: 'known', person: { email: 'ada.lovelace@example.com', name: null, picture: '' } }) as const,
    lookUp: () => undefined,
    subscribe: () => () => undefined,
  }
  const [top, leaf] = drawProject(client, [], { people }).boxes
  expect(top?.lines.map(({ text }) => text)).toEqual(['top', '\u03a3 2 d', '0%', '1 overdue'])
  expect(leaf?.lines.map(({ text }) => text)).toEqual(['leaf', 'AL', 'Feb 1, 2020', '2 d'])
  expect(leaf?.marks?.map(({ fill }) => fill)).toContain('#123456')
  for (const { x, width } of leaf?.lines ?? []) expect(x + width).toBeLessThan((leaf?.left ?? 0) + (leaf?.width ?? 0))
  const off = { assignees: false, dates: false, priority: false, tags: false, estimate: false, rollUp: false }
  const plain = drawProject(client, [], { chips: off }).boxes.map(({ lines }) => lines.map(({ text }) => text))
  expect(plain).toEqual([['top'], ['leaf']])
})
