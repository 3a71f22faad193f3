import {
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  type SelectionSetNode,
} from 'graphql'

/** The fields that a selection asks for by name, and how often each: an answer holds a field once for each alias of it. */
export type SelectedFields = ReadonlyMap<string, number>

type ResolveDetails = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>

const selectedFieldsCache = new WeakMap<FieldNode, SelectedFields>()

/** The fields of the object, or of each object of the list, that this field answers with. Fragments are spread. */
export function readSelectedFields({ fieldNodes, fragments }: ResolveDetails): SelectedFields {
  const [node, ...others] = fieldNodes
  // A document is kept for as long as it is used, and so are its nodes.
  const cached = node === undefined || others.length > 0 ? undefined : selectedFieldsCache.get(node)
  if (cached !== undefined) return cached
  const counts = new Map<string, number>()
  for (const { selectionSet } of fieldNodes) countFields(selectionSet, fragments, counts)
  if (node !== undefined && others.length === 0) selectedFieldsCache.set(node, counts)
  return counts
}

/** The same of a field below: of `nodes` in `changes { nodes { id } }`. */
export function readSelectedFieldsBelow({ fieldNodes, fragments }: ResolveDetails, name: string): SelectedFields {
  const counts = new Map<string, number>()
  for (const { selectionSet } of fieldNodes) {
    for (const node of iterateFields(selectionSet, fragments)) {
      if (node.name.value === name) countFields(node.selectionSet, fragments, counts)
    }
  }
  return counts
}

type FragmentsByName = Readonly<Record<string, FragmentDefinitionNode>>

function countFields(set: SelectionSetNode | undefined, fragments: FragmentsByName, counts: Map<string, number>): void {
  for (const { name } of iterateFields(set, fragments)) counts.set(name.value, (counts.get(name.value) ?? 0) + 1)
}

function* iterateFields(set: SelectionSetNode | undefined, fragments: FragmentsByName): Generator<FieldNode> {
  for (const selection of set?.selections ?? []) {
    if (selection.kind === Kind.FIELD) yield selection
    else if (selection.kind === Kind.INLINE_FRAGMENT) yield* iterateFields(selection.selectionSet, fragments)
    else yield* iterateFields(fragments[selection.name.value]?.selectionSet, fragments)
  }
}
