import type { NodeId } from '@espalier/domain'
import { useState } from 'react'
import { FileButton } from '../../../actions/exchange/FileButton.tsx'
import type { Edited } from '../../../data/board/board.ts'
import { Button } from '../../../ui/Button.tsx'
import { goTo, isMade } from '../workbench/acting.ts'
import { attempt } from '../workbench/intent.ts'
import { createFirst } from '../workbench/intents/adding.ts'
import type { Workbench } from '../workbench/workbench.ts'
import styles from './EmptyProject.module.css'
import { OutlineDialog } from './OutlineDialog.tsx'
import { plantExample } from './plant-example.ts'

export function Beginnings({ bench }: { readonly bench: Workbench }) {
  const [isPasting, setPasting] = useState(false)
  return (
    <>
      <p>Start with what you want to reach. Enter or Tab begins, too.</p>
      <div className={styles.ways}>
        <Button look="primary" onClick={() => attempt(createFirst, bench, null)}>
          Create node
        </Button>
        <Button onClick={() => setPasting(true)}>Paste an outline</Button>
        <FileButton onFile={(file) => bench.dialog.set({ kind: 'import', file, nodeId: null, isAsked: false })}>
          Import a file
        </FileButton>
        <Button onClick={() => show(bench, plantExample(bench.board.edits))}>Take a short example</Button>
      </div>
      {isPasting && (
        <OutlineDialog
          onClose={() => setPasting(false)}
          onBranches={(branches) => {
            setPasting(false)
            show(bench, bench.board.edits.insertBranches({ kind: 'root' }, branches))
          }}
        />
      )}
    </>
  )
}

function show(bench: Workbench, planted: Edited<readonly NodeId[]>): void {
  if (!isMade(bench, planted)) return
  bench.stage.fit()
  const [first] = planted.value
  if (first !== undefined) goTo(bench, first)
}
