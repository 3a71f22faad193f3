import { useMemo, useState } from 'react'
import { Controls } from '../Controls.tsx'
import { NodeLink } from '../NodeLink.tsx'
import type { ViewProps } from '../view-props.ts'
import { Sheet } from '../Sheet.tsx'
import { statusWords } from '../status-shapes.ts'
import { isOpen, tasksOf } from '../tasks.ts'
import styles from './ExecuteTable.module.css'

/** One row a task, the next one on top. */
export function ExecuteTable({ plan }: ViewProps) {
  const tasks = useMemo(() => tasksOf(plan), [plan])
  const [isDoneShown, setDoneShown] = useState(false)
  const shown = isDoneShown ? tasks : tasks.filter(isOpen)
  return (
    <>
      <Controls>
        <label>
          <input type="checkbox" checked={isDoneShown} onChange={() => setDoneShown(!isDoneShown)} /> Show what is done
        </label>
        <output>
          {tasks.filter(isOpen).length} of {tasks.length} tasks are open
        </output>
      </Controls>
      <Sheet name="Tasks">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">No.</th>
              <th scope="col">Task</th>
              <th scope="col">Status</th>
              <th scope="col">Under</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ node, under }, at) => (
              <tr key={node.id}>
                <td>{at + 1}</td>
                <th scope="row">
                  <NodeLink plan={plan} node={node} />
                </th>
                <td>{statusWords[node.status]}</td>
                <td>{under.join(' / ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Sheet>
      {shown.length === 0 && <p>Nothing is left to do. Show what is done to look back on it.</p>}
    </>
  )
}
