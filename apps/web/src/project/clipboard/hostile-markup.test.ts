import { findFaultsWhenRendered, hostilePayloads } from '@espalier/domain/testing'
import { expect, it } from 'vitest'
import { toSafeTitleHtml } from '../../ui/rich-text/title-html.ts'
import { parseBranchesJson } from './read-pasted.ts'

const parse = (page: string): HTMLElement => new DOMParser().parseFromString(page, 'text/html').body

it('sanitizes pasted branches that claim to be ours', () => {
  const pasted = hostilePayloads.map((payload) => ({ title: payload, body: payload, children: [] }))
  const read = parseBranchesJson(JSON.stringify(pasted))
  if (!read.ok) throw new Error(read.reason)
  expect(read.value).toHaveLength(hostilePayloads.length)
  for (const { title, body = '' } of read.value) {
    expect(findFaultsWhenRendered(title + body, parse)).toEqual([])
    expect(findFaultsWhenRendered(toSafeTitleHtml(title), parse)).toEqual([])
  }
})
