import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Workbench } from '../workbench/workbench.ts'
import { followHash } from './follow-hash.ts'
import { keepHash } from './keep-hash.ts'
import { readHash, type TreeHash } from './tree-hash.ts'

const nothing: TreeHash = { node: null, pan: null, search: null }

/** The view follows the address, and the address follows the view. */
export function useTreeHash(bench: Workbench): void {
  const place = useLocation()
  const followed = useRef(nothing)
  useEffect(() => {
    // A place is another one even where its hash is the same: the same search asked for once more.
    const next = readHash(place.hash)
    followHash(bench, followed.current, next)
    followed.current = next
  }, [bench, place])
  useEffect(() => keepHash(bench), [bench])
}
