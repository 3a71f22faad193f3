import { useMemo, useState } from 'react'
import { PlanNodeLink, planStatusLabels } from '../drawing/NodeLink.tsx'
import { isOpenTask, listTasks } from '../drawing/plan-tree.ts'
import { type PlanViewProps, PrototypeControls, ScrollArea } from '../drawing/view-parts.tsx'
import styles from './ExecuteTable.module.css'

/** One row per task, the next one on top. */
export function ExecuteTable({ plan }: PlanViewProps) {
  const tasks = useMemo(() => listTasks(plan), [plan])
  const [isDoneShown, setDoneShown] = useState(false)
  const shown = isDoneShown ? tasks : tasks.filter(isOpenTask)
  return (
    <>
      <PrototypeControls>
        <label>
          <input type="checkbox" checked={isDoneShown} onChange={() => setDoneShown(!isDoneShown)} /> Show what is done
        </label>
        <output>
          {tasks.filter(isOpenTask).length} of {tasks.length} tasks are open
        </output>
      </PrototypeControls>
      <ScrollArea name="Tasks">
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
                  <PlanNodeLink plan={plan} node={node} />
                </th>
                <td>{planStatusLabels[node.status]}</td>
                <td>{under.join(' / ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {shown.length === 0 && <p>Nothing is left to do. Show what is done to look back on it.</p>}
    </>
  )
}
