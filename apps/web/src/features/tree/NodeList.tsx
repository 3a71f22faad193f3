import { memo, useEffect, useMemo, useRef, useState } from 'react'
import type { ListedNode } from '../../data/nodes/index.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './NodeList.module.css'
import { NodeRow } from './NodeRow.tsx'
import { rowsOf, type TreeRow } from './tree-rows.ts'

/** Rows that are drawn at a time: a whole project of thousands at once would freeze the page. */
const portion = 100

export function NodeList({ nodes }: { readonly nodes: readonly ListedNode[] }) {
  const portions = useMemo(() => portionsOf(rowsOf(nodes)), [nodes])
  const [shown, setShown] = useState(1)
  return (
    <>
      <ul aria-label="Nodes" className={styles.nodes}>
        {portions.slice(0, shown).map((rows, index) => (
          <Portion key={rows[0]?.node.id ?? index} rows={rows} />
        ))}
      </ul>
      {shown < portions.length && <More key={shown} onWanted={() => setShown(shown + 1)} />}
    </>
  )
}

const portionsOf = (rows: readonly TreeRow[]): readonly (readonly TreeRow[])[] =>
  Array.from({ length: Math.ceil(rows.length / portion) }, (_, index) =>
    rows.slice(index * portion, (index + 1) * portion),
  )

const Portion = memo(({ rows }: { readonly rows: readonly TreeRow[] }) =>
  rows.map((row) => <NodeRow key={row.node.id} row={row} />),
)
Portion.displayName = 'Portion'

/** Scrolling near it brings the next rows; so does pressing it. */
function More({ onWanted }: { readonly onWanted: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const wanted = useRef(onWanted)
  useEffect(() => {
    const element = button.current
    if (element === null || typeof IntersectionObserver === 'undefined') return undefined
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) wanted.current()
      },
      { rootMargin: '1500px' },
    )
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return (
    <Button ref={button} className={styles.more} onClick={onWanted}>
      Show more nodes
    </Button>
  )
}
