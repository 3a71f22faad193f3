import { nodeStatuses, statusMarkPaths } from '@espalier/domain'
import { readEspalierJson } from '@espalier/interchange'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { peopleStore } from '../../api/people.ts'
import { openTestProject } from '../testing/test-project.ts'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { polyfillDialogs } from '../../testing/jsdom-polyfills.ts'
import { jsonResponse, resetPage, stubNetwork } from '../../testing/network.ts'
import { ExportDialog } from './ExportDialog.tsx'

interface Saved {
  readonly name: string
  readonly text: string
}

const blobs: Blob[] = []
const names: string[] = []

beforeAll(polyfillDialogs)
beforeEach(() => {
  resetPage()
  blobs.length = 0
  names.length = 0
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`, revokeObjectURL() {} }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download)
  })
})
afterEach(() => vi.restoreAllMocks())

function open() {
  const workspace = openTestWorkspace({ garden: { beds: { roses: {} }, paths: {} } })
  workspace.client.edits.change('beds', { status: 'done', body: '<p>Raised</p>', hideChildren: true })
  const history = [{ dt: 1, from: 'deleted', to: 'done' }]
  stubNetwork({
    '/graphql/': () => jsonResponse(200, [{ data: { nodes: [{ id: 'beds', transitions: history }] } }]),
  })
  workspace.dialog.set({ kind: 'export' })
  return workspace
}

const draw = (workspace: ReturnType<typeof open>) => render(<ExportDialog workspace={workspace} />)
const choose = (format: string) => userEvent.selectOptions(screen.getByLabelText('Format'), format)

async function saved(): Promise<Saved> {
  await userEvent.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(names).toHaveLength(1))
  const [blob] = blobs
  if (blob === undefined) throw new Error('nothing was saved')
  return { name: names[0] ?? '', text: await blob.text() }
}

it('exports the whole project as our own JSON with its history and closes the dialog', async () => {
  const workspace = open()
  draw(workspace)
  screen.getByText('Keeps everything. It can be imported again.')
  const { name, text } = await saved()
  expect(name).toBe('Pear.json')
  const read = readEspalierJson(text)
  if (!read.ok) throw new Error(read.reason.text)
  expect(read.value.nodes.map(({ id }) => id).toSorted()).toEqual(['beds', 'garden', 'paths', 'roses'])
  expect(read.value.nodes.find(({ id }) => id === 'beds')).toMatchObject({
    status: 'done',
    body: '<p>Raised</p>',
    hideChildren: true,
    parentIds: ['garden'],
    transitions: [{ dt: 1, from: 'deleted', to: 'done' }],
  })
  expect(workspace.dialog.get()).toBeNull()
})

it('exports only the selected branch under its own name', async () => {
  const workspace = open()
  workspace.selection.set({ ids: new Set(['beds', 'roses']), current: 'roses' })
  draw(workspace)
  await choose('markdown')
  screen.getByText(/^Won't include: colors, .* It can be imported again\.$/)
  await userEvent.click(screen.getByLabelText('Selected branch: beds'))
  const { name, text } = await saved()
  expect(name).toBe('beds.md')
  expect(text).toContain('roses')
  expect(text).not.toContain('paths')
})

it('disables the branch option without a selection', () => {
  draw(open())
  expect(screen.getByLabelText<HTMLInputElement>(/Selected branch/).disabled).toBe(true)
})

it('offers every writable format and says what it keeps and loses', async () => {
  draw(open())
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Espalier JSON (.json)',
    'Markdown (.md)',
    'Indented text (.txt)',
    'OPML (.opml)',
    'FreeMind and Freeplane (.mm)',
    'XMind (.xmind)',
    'Mermaid mindmap (.mmd)',
    'Mermaid gantt (.mmd)',
    'CSV table (.csv)',
    'SVG picture (.svg)',
    'PNG picture (.png)',
    'PDF (.pdf)',
  ])
  await choose('csv')
  screen.getByText(/It can be imported again\.$/)
  screen.getByText(
    'Includes colors, assignees, start dates, due dates, estimates, priorities, tags, stages, own fields, what waits for what.',
  )
  await choose('gantt')
  screen.getByText('Includes start dates, due dates, estimates.')
  await choose('mermaid')
  screen.getByText(/It can't be imported again\.$/)
})

it('writes fields in words, and people by their addresses', async () => {
  const workspace = openTestWorkspace(
    openTestProject([{ id: 'garden', title: 'garden' }], {
      project: { tags: [{ id: 't1', name: 'Late pears', colour: '#bbffd8' }], estimateUnit: 'days' },
    }),
  )
  peopleStore.add({ id: 'ada', email: 'ada@example.com', picture: '', name: null })
  const fields = { assigneeIds: ['ada'], tagIds: ['t1'], dueDate: '2026-12-01', estimate: 3, priority: 'high' } as const
  workspace.client.edits.change('garden', fields)
  stubNetwork({})
  draw(workspace)
  await choose('markdown')
  const { text } = await saved()
  expect(text).toContain('- [ ] garden @ada@example.com #"Late pears" !high due:2026-12-01 ~3d\n')
})

it('draws every node, also folded ones, inside the picture', async () => {
  draw(open())
  await choose('svg')
  const { text } = await saved()
  const svg = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
  const [width, height] = ['width', 'height'].map((side) => Number(svg.getAttribute(side)))
  const boxes = [...svg.querySelectorAll('rect[rx]')]
  expect(boxes).toHaveLength(4)
  for (const box of boxes) {
    const [x, y, wide, high] = ['x', 'y', 'width', 'height'].map((name) => Number(box.getAttribute(name)))
    expect(x).toBeGreaterThan(0)
    expect(y).toBeGreaterThan(0)
    expect((x ?? 0) + (wide ?? 0)).toBeLessThan(width ?? 0)
    expect((y ?? 0) + (high ?? 0)).toBeLessThan(height ?? 0)
  }
  expect([...svg.querySelectorAll('text')].map(({ textContent }) => textContent).toSorted()).toEqual([
    'beds',
    'garden',
    'paths',
    'roses',
  ])
  expect(svg.querySelectorAll('path[fill="none"]')).toHaveLength(3)
  const statusMarks = nodeStatuses.map((status) => `path[d="${statusMarkPaths[status]}"]`).join()
  expect(svg.querySelectorAll(statusMarks)).toHaveLength(4)
})

it('writes a PDF on the chosen paper, or on one large page', async () => {
  draw(open())
  expect(screen.queryByLabelText('Paper')).toBeNull()
  await choose('pdf')
  await userEvent.selectOptions(screen.getByLabelText('Paper'), 'a4')
  const { name, text } = await saved()
  expect(name).toBe('Pear.pdf')
  expect(text).toMatch(/MediaBox \[0 0 (?:841\.89 595\.28|595\.28 841\.89)\]/)
  names.length = 0
  blobs.length = 0
  await choose('pdf')
  await userEvent.selectOptions(screen.getByLabelText('Paper'), 'single')
  expect((await saved()).text).toContain('/UserUnit 1')
})

it('shows the size of a PNG', async () => {
  draw(open())
  await choose('png')
  expect(screen.getByText(/^The picture is [\d,]+ x [\d,]+ pixels, at a scale of 200%\.$/)).toBeTruthy()
})

it('offers editors an import below the selected node or the root beside the export', async () => {
  const workspace = open()
  workspace.selection.set({ ids: new Set(['paths']), current: 'paths' })
  const { unmount } = draw(workspace)
  const file = new File(['a'], 'a.txt')
  await userEvent.upload(screen.getByLabelText('File to import'), file)
  expect(workspace.dialog.get()).toEqual({ kind: 'import', file, nodeId: 'paths', isAsked: true })
  unmount()
  workspace.selection.set({ ids: new Set(), current: null })
  workspace.client.allowEditing(false)
  draw(workspace)
  expect(screen.queryByText('Import a file')).toBeNull()
})

it('reports a failed history request and saves nothing', async () => {
  const workspace = open()
  stubNetwork({
    '/graphql/': () => jsonResponse(200, [{ errors: [{ message: 'away', extensions: { code: 'INTERNAL' } }] }]),
  })
  draw(workspace)
  await userEvent.click(screen.getByRole('button', { name: 'Download' }))
  await screen.findByText(/^Comments or the dates of status changes couldn't be loaded/)
  expect(names).toEqual([])
})
