import {
  createPlan,
  getDefault,
  getValue,
  isSameSet,
  isSameValue,
  listFields,
  type Plan,
  type PlanNode,
  type setNames,
} from './plan-document.ts'

/** Stored by the request that creates a node; the other values follow. */
const createdFields: readonly string[] = ['title', 'body', 'status']

/**
 * Finds out what file and project agree on after a run that was killed while it sent edits: what the project now has was
 * stored. The rest is compared again, because the project may have changed since, and must not be overwritten.
 */
export function settleBase(base: Plan, agreed: Plan, project: Plan): Plan {
  const settled: PlanNode[] = []
  for (const node of agreed.values()) {
    const [former, stored] = [base.get(node.id), project.get(node.id)]
    if (stored === undefined) {
      if (former !== undefined) settled.push(former)
    } else settled.push(settleNode(former ?? assumeCreated(node), node, stored))
  }
  for (const node of base.values()) if (!agreed.has(node.id) && project.has(node.id)) settled.push(node)
  return createPlan(settled)
}

const assumeCreated = (node: PlanNode): PlanNode => ({
  ...node,
  values: Object.fromEntries(
    Object.entries(node.values).map(([field, value]) => [
      field,
      createdFields.includes(field) ? value : getDefault(field),
    ]),
  ),
  sets: { assigneeIds: [], tagIds: [], blockedByIds: [], extraParentIds: [] },
})

function settleNode(former: PlanNode, agreed: PlanNode, stored: PlanNode): PlanNode {
  const values: Record<string, unknown> = {}
  for (const field of listFields(former, agreed)) {
    const isStored = isSameValue(getValue(stored, field), getValue(agreed, field))
    values[field] = getValue(isStored ? agreed : former, field)
  }
  const pickSet = (name: (typeof setNames)[number]): readonly string[] =>
    (isSameSet(stored.sets[name], agreed.sets[name]) ? agreed : former).sets[name]
  return {
    id: agreed.id,
    parentId: (stored.parentId === agreed.parentId ? agreed : former).parentId,
    values,
    sets: {
      assigneeIds: pickSet('assigneeIds'),
      tagIds: pickSet('tagIds'),
      blockedByIds: pickSet('blockedByIds'),
      extraParentIds: pickSet('extraParentIds'),
    },
  }
}
