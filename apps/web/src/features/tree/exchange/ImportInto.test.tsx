import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openableDialogs } from '../../../testing/dialogs.ts'
import { json, openPage, standInNetwork } from '../../../testing/network.ts'
import { BenchDialogs } from '../dialogs/BenchDialogs.tsx'
import { memoryBench } from '../testing/memory-bench.ts'
import { memoryBoard } from '../testing/memory-board.ts'
import { catchFiles } from './catch-files.ts'

const begin = '/import/projects'
const made = { projectId: 'pear', seq: 5, nodeIds: ['n1', 'n2'] }
const file = new File(['Beds\n  Roses'], 'beds.txt')

beforeAll(openableDialogs)
beforeEach(() => openPage())

function open(bench: ReturnType<typeof memoryBench> = memoryBench({ garden: { paths: {} } })) {
  const network = standInNetwork({
    [begin]: () => json(201, { id: 'i1' }),
    [`${begin}/i1/parts/0`]: () => json(200, {}),
    [`${begin}/i1/finish`]: () => json(200, made),
  })
  const taken = vi.spyOn(bench.board, 'takeImported')
  render(
    <div data-testid="screen">
      <div data-node-id="paths">paths</div>
      <BenchDialogs bench={bench} />
    </div>,
  )
  const stop = catchFiles(bench, screen.getByTestId('screen'))
  return { bench, network, taken, stop }
}

const dropOn = (target: Element, files = [file]) =>
  fireEvent.drop(target, { dataTransfer: { types: ['Files'], files, dropEffect: 'none' } })

describe('a file that is dropped on the canvas', () => {
  it('goes below the node it was dropped on, once the person agrees', async () => {
    const { network, taken, stop } = open()
    dropOn(screen.getByText('paths'))
    await screen.findByRole('alertdialog', { name: 'Import 2 nodes under paths?' })
    expect(network.calls).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(taken.mock.calls).toEqual([[made]]))
    expect(network.to(begin)[0]?.body).toMatchObject({ projectId: 'pear', parentId: 'paths', nodeCount: 2 })
    expect(screen.queryByRole('alertdialog')).toBeNull()
    stop()
  })

  it('beside all nodes goes below the root; to say no sends nothing', async () => {
    const { network, bench, stop } = open()
    dropOn(screen.getByTestId('screen'))
    await screen.findByRole('alertdialog', { name: 'Import 2 nodes under garden?' })
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect([network.calls, bench.dialog.get()]).toEqual([[], null])
    stop()
  })

  it('of those who may only look is not taken, nor are two at once', () => {
    const { bench, stop } = open(memoryBench(memoryBoard([{ id: 'garden' }], { canEdit: false })))
    dropOn(screen.getByTestId('screen'))
    expect(bench.dialog.get()).toBeNull()
    bench.board.allowEditing(true)
    dropOn(screen.getByTestId('screen'), [file, file])
    expect([bench.dialog.get(), bench.told]).toEqual([null, ['Please drop one file at a time.']])
    stop()
  })
})

it('a file for an empty project is not asked about', async () => {
  const { bench, network, taken, stop } = open(memoryBench(memoryBoard([])))
  bench.dialog.set({ kind: 'import', file, nodeId: null, isAsked: false })
  await waitFor(() => expect(taken).toHaveBeenCalled())
  expect(network.to(begin)[0]?.body).toMatchObject({ projectId: 'pear', parentId: null })
  stop()
})
