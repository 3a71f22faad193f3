import { useMemo, useState } from 'react'
import { prototypeTexts } from '../../../texts/prototypes.ts'
import { PlanNodeLink } from '../drawing/NodeLink.tsx'
import { isOpenTask, listTasks } from '../drawing/plan-tree.ts'
import { type PlanViewProps, PrototypeControls, ScrollArea } from '../drawing/view-parts.tsx'
import styles from './ExecuteTable.module.css'

/** One row per task, the next one on top. */
export function ExecuteTable({ plan }: PlanViewProps) {
  const tasks = useMemo(() => listTasks(plan), [plan])
  const [isDoneShown, setDoneShown] = useState(false)
  const shown = isDoneShown ? tasks : tasks.filter(isOpenTask)
  const texts = prototypeTexts.table
  return (
    <>
      <PrototypeControls>
        <label>
          <input type="checkbox" checked={isDoneShown} onChange={() => setDoneShown(!isDoneShown)} /> {texts.showDone}
        </label>
        <output>{texts.open(tasks.filter(isOpenTask).length, tasks.length)}</output>
      </PrototypeControls>
      <ScrollArea name={texts.label}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{texts.number}</th>
              <th scope="col">{texts.node}</th>
              <th scope="col">{texts.status}</th>
              <th scope="col">{texts.under}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ node, under }, at) => (
              <tr key={node.id}>
                <td>{at + 1}</td>
                <th scope="row">
                  <PlanNodeLink plan={plan} node={node} />
                </th>
                <td>{prototypeTexts.statuses[node.status]}</td>
                <td translate="no">{under.join(' / ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {shown.length === 0 && <p>{texts.allDone}</p>}
    </>
  )
}
