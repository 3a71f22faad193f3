import { Kind, type DocumentNode, type OperationDefinitionNode, type SelectionSetNode } from 'graphql'

/** What a field of Query or Mutation counts for where it is not named below. */
const defaultFieldWork = 5

/**
 * Work in units: limits count these, not requests. A node's own changes are light, because a person pastes a thousand
 * nodes at once; what copies or reads a whole project, or asks another service, is heavy.
 */
const workByField: Readonly<Record<string, number>> = {
  // A list of 2,000 projects asks for as many people; it has a limit of its own as well.
  publicUserById: 1,
  showSelection: 1,
  createNode: 1,
  updateNode: 1,
  deleteNode: 1,
  updateNodeBatch: 2,
  createProject: 10,
  updateProject: 10,
  undoChange: 10,
  testJiraIntegration: 25,
  inviteToBeta: 25,
  aiBreakdownNode: 50,
  emptyTrash: 50,
  cloneProject: 250,
  importProject: 250,
}

/** The work of one operation: the sum over its root fields, each alias for itself, with every fragment spread. */
export function countOperationWork(document: DocumentNode, operation: OperationDefinitionNode): number {
  const fragments = new Map(
    document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
  )
  const workIn = ({ selections }: SelectionSetNode): number =>
    selections.reduce((sum, selection) => {
      if (selection.kind === Kind.FIELD) return sum + (workByField[selection.name.value] ?? defaultFieldWork)
      const spread = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)
      return spread === undefined ? sum : sum + workIn(spread.selectionSet)
    }, 0)
  return workIn(operation.selectionSet)
}
