import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql'
import { apiLimits } from '../../api/limits.ts'
import { isStorableText } from '../../api/parse-request.ts'
import { requestTexts } from '../../texts/requests.ts'

/** The work of a field of Query or Mutation that is not listed below. */
const defaultFieldWork = 5

/**
 * Work in units, which limits count instead of requests. Changes of a node are light, because a person pastes a
 * thousand nodes at once; copying or reading a whole project and calling another service are heavy.
 */
const workByField: Readonly<Record<string, number>> = {
  // A list of 2,000 projects requests as many people; it has a separate limit as well.
  publicUserById: 1,
  showSelection: 1,
  createNode: 1,
  updateNode: 1,
  deleteNode: 1,
  updateNodeBatch: 2,
  createProject: 10,
  updateProject: 10,
  undoChange: 10,
  // It is sent while a person types, and reads the index of every project of theirs.
  search: 10,
  createInviteLink: 10,
  acceptInvitation: 10,
  testJiraIntegration: 25,
  inviteToBeta: 25,
  inviteToProject: 25,
  askForAccess: 25,
  aiBreakdownNode: 50,
  proposeBreakdown: 50,
  emptyTrash: 50,
  cloneProject: 250,
  importProject: 250,
}

/** Returns the work of one operation: the sum over its root fields, once per alias, with every fragment spread. */
export function countOperationWork(document: DocumentNode, operation: OperationDefinitionNode): number {
  const fragments = new Map(
    document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
  )
  const countSelectionWork = ({ selections }: SelectionSetNode): number =>
    selections.reduce((sum, selection) => {
      if (selection.kind === Kind.FIELD) return sum + (workByField[selection.name.value] ?? defaultFieldWork)
      const spread = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)
      return spread === undefined ? sum : sum + countSelectionWork(spread.selectionSet)
    }, 0)
  return countSelectionWork(operation.selectionSet)
}

/** The cost of a selection with every fragment spread. */
interface DocumentWeight {
  readonly depth: number
  readonly introspectionDepth: number
  readonly aliases: number
  readonly fields: number
}

const zeroWeight: DocumentWeight = { depth: 0, introspectionDepth: 0, aliases: 0, fields: 0 }

const addWeights = (a: DocumentWeight, b: DocumentWeight): DocumentWeight => ({
  depth: Math.max(a.depth, b.depth),
  introspectionDepth: Math.max(a.introspectionDepth, b.introspectionDepth),
  aliases: a.aliases + b.aliases,
  fields: a.fields + b.fields,
})

/** Returns the sentence that refuses a document, or null. The document has not been validated yet. */
export function findDocumentRefusal(document: DocumentNode, weight: DocumentWeight): string | null {
  const { graphql } = apiLimits
  const { depth, introspectionDepth, aliases, fields } = weight
  if (depth > graphql.depth || introspectionDepth > graphql.introspectionDepth) {
    return requestTexts.query.tooDeep(graphql.depth)
  }
  if (aliases > graphql.aliases) return requestTexts.query.tooManyAliases(graphql.aliases)
  if (fields > graphql.fields) return requestTexts.query.tooManyFields(graphql.fields)
  return findLiteralRefusal(document)
}

export function weighDocument(document: DocumentNode): DocumentWeight {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node)
  }
  const weighed = new Map<string, DocumentWeight>()
  const weighFragment = (name: string): DocumentWeight => {
    const known = weighed.get(name)
    if (known !== undefined) return known
    // A fragment that spreads itself weighs nothing inside itself, because validation refuses it a moment later.
    weighed.set(name, zeroWeight)
    const fragment = fragments.get(name)
    const weight = fragment === undefined ? zeroWeight : weighSelections(fragment.selectionSet, weighFragment)
    weighed.set(name, weight)
    return weight
  }
  return document.definitions.reduce((sum, node) => {
    if (node.kind === Kind.OPERATION_DEFINITION)
      return addWeights(sum, weighSelections(node.selectionSet, weighFragment))
    if (node.kind !== Kind.FRAGMENT_DEFINITION) return sum
    const weight = weighFragment(node.name.value)
    const isIntrospection = node.typeCondition.name.value.startsWith('__')
    return addWeights(
      sum,
      isIntrospection ? { ...zeroWeight, introspectionDepth: weight.depth } : { ...zeroWeight, depth: weight.depth },
    )
  }, zeroWeight)
}

function weighSelections(set: SelectionSetNode, weighFragment: (name: string) => DocumentWeight): DocumentWeight {
  return set.selections.reduce((sum, selection) => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return addWeights(sum, weighFragment(selection.name.value))
    const inner =
      selection.selectionSet === undefined ? zeroWeight : weighSelections(selection.selectionSet, weighFragment)
    if (selection.kind === Kind.INLINE_FRAGMENT) return addWeights(sum, inner)
    const isIntrospection = selection.name.value === '__schema' || selection.name.value === '__type'
    return addWeights(sum, {
      depth: isIntrospection ? 1 : inner.depth + 1,
      introspectionDepth: isIntrospection ? inner.depth + 1 : inner.introspectionDepth,
      aliases: inner.aliases + (selection.alias === undefined ? 0 : 1),
      fields: inner.fields + 1,
    })
  }, zeroWeight)
}

// Literals are checked like variables: NUL and 1e400 would otherwise reach the database this way.
function findLiteralRefusal(document: DocumentNode): string | null {
  let refusal: string | null = null
  let levels = 0
  const nesting = {
    enter: () => {
      levels += 1
      if (levels > apiLimits.json.levels) refusal = requestTexts.query.valueTooDeep
    },
    leave: () => {
      levels -= 1
    },
  }
  visit(document, {
    ListValue: nesting,
    ObjectValue: nesting,
    StringValue: ({ value }) => {
      if (!isStorableText(value)) refusal = requestTexts.query.badText
    },
    FloatValue: ({ value }) => {
      if (!Number.isFinite(Number(value))) refusal = requestTexts.query.badNumber
    },
    IntValue: ({ value }) => {
      if (!Number.isFinite(Number(value))) refusal = requestTexts.query.badNumber
    },
    ObjectField: ({ name }) => {
      if (name.value === '__proto__') refusal = requestTexts.query.badKey
    },
  })
  return refusal
}
