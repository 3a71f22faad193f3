import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import { applyAddress } from './follow-hash.ts'
import { keepAddressUpToDate } from './keep-hash.ts'
import { parseAddressHash, type ProjectAddress } from './tree-hash.ts'

const emptyAddress: ProjectAddress = { node: null, pan: null, search: null }

/** The view follows the address, and the address follows the view. */
export function useAddressHash(workspace: ProjectWorkspace): void {
  const place = useLocation()
  const followed = useRef(emptyAddress)
  useEffect(() => {
    // A place is another one even where its hash is the same: the same search asked for once more.
    const next = parseAddressHash(place.hash)
    applyAddress(workspace, followed.current, next)
    followed.current = next
  }, [workspace, place])
  useEffect(() => keepAddressUpToDate(workspace), [workspace])
}
