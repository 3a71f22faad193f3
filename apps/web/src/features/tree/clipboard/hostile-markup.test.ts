import { faultsWhenDrawn, hostilePayloads } from '@espalier/domain/testing'
import { expect, it } from 'vitest'
import { drawnTitle } from '../../../ui/rich-text/title-markup.ts'
import { readBranches } from './read-branches.ts'

const parse = (page: string): HTMLElement => new DOMParser().parseFromString(page, 'text/html').body

it('branches of a clipboard that says it is ours bring nothing that could do harm', () => {
  const pasted = hostilePayloads.map((payload) => ({ title: payload, body: payload, children: [] }))
  const read = readBranches(JSON.stringify(pasted))
  if (!read.ok) throw new Error(read.reason)
  expect(read.value).toHaveLength(hostilePayloads.length)
  for (const { title, body = '' } of read.value) {
    expect(faultsWhenDrawn(title + body, parse)).toEqual([])
    expect(faultsWhenDrawn(drawnTitle(title), parse)).toEqual([])
  }
})
