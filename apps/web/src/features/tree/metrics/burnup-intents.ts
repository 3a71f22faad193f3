import { hasChildren, nodeIntent } from '../workbench/acting.ts'

export const showBurnup = nodeIntent({
  id: 'branch.burnup',
  label: 'Show burn-up',
  isEdit: false,
  isOffered: (bench, { id }) => hasChildren(bench, id),
  run: (bench, { id }) => bench.burnupOf.set(id),
})
